// What the official client sees through the router: what OpenAI would give it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import OpenAI, { APIError, AuthenticationError, BadRequestError, InternalServerError, NotFoundError } from 'openai';
import { rejection, rig } from './rig.mjs';
import { clientKey, providerKey } from './router.mjs';

const here = rig((url, fetch) => new OpenAI({ apiKey: clientKey, baseURL: `${url}/v1`, fetch }));

const hello = [{ role: 'user', content: 'Powiedz zdanie.' }];
const weather = {
  type: 'function',
  function: { name: 'weather', parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } },
};

test('answers a plain call', async () => {
  const { data, response } = await here.client.chat.completions.create({ model: 'main', messages: hello }).withResponse();
  assert.equal(data.object, 'chat.completion');
  assert.equal(data.model, 'main');
  assert.equal(data.choices[0].message.content, 'Zażółć gęślą jaźń');
  assert.equal(data.choices[0].finish_reason, 'stop');
  assert.deepEqual(data.usage, { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 });
  assert.equal(response.headers.get('x-faregate-target'), 'main');
  assert.equal(response.headers.get('x-faregate-cost-usd'), '0.0000049');
});

test('gives the provider its own key, never the client\'s', async () => {
  await here.client.chat.completions.create({ model: 'main', messages: hello });
  assert.deepEqual(here.upstream.calls.map((call) => call.authorization), [`Bearer ${providerKey}`]);
});

test('streams, and hides the usage from a client that did not ask', async () => {
  const stream = await here.client.chat.completions.create({ model: 'main', messages: hello, stream: true });
  let text = '';
  let finish = null;
  for await (const chunk of stream) {
    assert.equal(chunk.object, 'chat.completion.chunk');
    assert.equal(chunk.usage ?? null, null);
    assert.equal(chunk.choices.length, 1);
    text += chunk.choices[0].delta.content ?? '';
    finish = chunk.choices[0].finish_reason ?? finish;
  }
  assert.equal(text, 'Zażółć gęślą jaźń');
  assert.equal(finish, 'stop');
  assert.equal(here.upstream.calls[0].body.stream_options.include_usage, true);
});

test('streams the usage to a client that asked', async () => {
  const stream = await here.client.chat.completions.create({
    model: 'main', messages: hello, stream: true, stream_options: { include_usage: true },
  });
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  assert.deepEqual(chunks.at(-1).choices, []);
  assert.deepEqual(chunks.at(-1).usage, { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 });
});

test('passes a tool call', async () => {
  const answer = await here.client.chat.completions.create({ model: 'main', messages: hello, tools: [weather] });
  assert.equal(answer.choices[0].finish_reason, 'tool_calls');
  assert.deepEqual(answer.choices[0].message.tool_calls, [
    { id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Łódź"}' } },
  ]);
});

test('passes a streamed tool call, put together by the client', async () => {
  const stream = here.client.chat.completions.stream({ model: 'main', messages: hello, tools: [weather] });
  const answer = await stream.finalChatCompletion();
  assert.equal(answer.choices[0].finish_reason, 'tool_calls');
  assert.equal(answer.choices[0].message.tool_calls[0].id, 'call_1');
  assert.equal(answer.choices[0].message.tool_calls[0].function.arguments, '{"city":"Łódź"}');
});

test('runs a tool loop to its end', async () => {
  const first = await here.client.chat.completions.create({ model: 'main', messages: hello, tools: [weather] });
  const call = first.choices[0].message.tool_calls[0];
  const second = await here.client.chat.completions.create({
    model: 'main',
    messages: [...hello, first.choices[0].message, { role: 'tool', tool_call_id: call.id, content: '7 °C' }],
  });
  assert.equal(second.choices[0].message.content, 'Zażółć gęślą jaźń');
  assert.equal(here.upstream.calls[1].body.messages[2].content, '7 °C');
});

for (const stream of [false, true]) {
  test(`falls over without the client noticing, ${stream ? 'streamed' : 'plain'}`, async () => {
    const { data, response } = await here.client.chat.completions.create({ model: 'agent', messages: hello, stream }).withResponse();
    if (stream) {
      let text = '';
      for await (const chunk of data) text += chunk.choices[0].delta.content ?? '';
      assert.equal(text, 'Zażółć gęślą jaźń');
    } else {
      assert.equal(data.model, 'main');
    }
    assert.equal(response.headers.get('x-faregate-target'), 'main');
    assert.equal(here.httpCalls, 1);
  });
}

test('lists the models it can route to', async () => {
  const models = [];
  for await (const model of here.client.models.list()) models.push(model.id);
  for (const name of ['agent', 'main', 'picky']) assert.ok(models.includes(name), `${name} in ${models}`);
});

test('gives a bad request the provider\'s words, and tries it once', async () => {
  const error = await rejection(here.client.chat.completions.create({ model: 'picky', messages: hello }));
  assert.ok(error instanceof BadRequestError, `${error}`);
  assert.match(error.message, /temperature must be at most 2/);
  assert.equal(here.httpCalls, 1);
  assert.equal(here.upstream.calls.length, 1);
});

test('says that nobody knows the model', async () => {
  const error = await rejection(here.client.chat.completions.create({ model: 'nobody-knows', messages: hello }));
  assert.ok(error instanceof NotFoundError, `${error}`);
  assert.equal(error.code, 'model_not_found');
  assert.equal(here.httpCalls, 1);
});

test('refuses an unknown key', async () => {
  const stranger = new OpenAI({ apiKey: 'sk-stranger', baseURL: `${here.router.url}/v1` });
  const error = await rejection(stranger.chat.completions.create({ model: 'main', messages: hello }));
  assert.ok(error instanceof AuthenticationError, `${error}`);
  assert.equal(error.code, 'invalid_key');
  assert.equal(here.upstream.calls.length, 0);
});

test('tells an upstream failure as a server error', async () => {
  const error = await rejection(here.client.chat.completions.create({ model: 'down', messages: hello }, { maxRetries: 0 }));
  assert.ok(error instanceof InternalServerError, `${error}`);
  assert.equal(error.status, 502);
  assert.equal(error.code, 'upstream_error');
});

for (const stream of [false, true]) {
  test(`a budget refusal costs one HTTP call and no upstream call, ${stream ? 'streamed' : 'plain'}`, async () => {
    const error = await rejection(here.client.chat.completions.create({ model: 'capped', messages: hello, stream }));
    assert.ok(error instanceof APIError, `${error}`);
    assert.equal(error.status, 402);
    assert.equal(error.code, 'request_budget_exceeded');
    assert.equal(here.httpCalls, 1);
    assert.equal(here.upstream.calls.length, 0);
  });
}

test('a stream that breaks in the middle is an error, never an end', async () => {
  const stream = await here.client.chat.completions.create({ model: 'torn', messages: hello, stream: true });
  let text = '';
  const error = await rejection((async () => {
    for await (const chunk of stream) text += chunk.choices[0].delta.content ?? '';
  })());
  assert.equal(text, 'Zażółć gęślą jaźń');
  assert.ok(error instanceof APIError, `${error}`);
  assert.equal(error.code, 'stream_truncated');
  assert.equal(here.httpCalls, 1);
});

test('a client that leaves ends the upstream call', async () => {
  const stream = await here.client.chat.completions.create({ model: 'endless', messages: hello, stream: true });
  for await (const chunk of stream) {
    if (chunk.choices[0].delta.content) stream.controller.abort();
  }
  for (const deadline = Date.now() + 10_000; here.upstream.gone.length === 0 && Date.now() < deadline;) {
    await new Promise((resolve) => { setTimeout(resolve, 20); });
  }
  assert.deepEqual(here.upstream.gone, ['endless']);
});

test('answers the Responses API over a provider of chat completions, plain and streamed', async () => {
  const answer = await here.client.responses.create({ model: 'main', input: 'Powiedz zdanie.' });
  assert.equal(answer.output_text, 'Zażółć gęślą jaźń');
  assert.equal(answer.status, 'completed');
  assert.equal(answer.usage.output_tokens, 5);
  const stream = await here.client.responses.create({ model: 'main', input: 'Powiedz zdanie.', stream: true });
  let text = '';
  let last;
  for await (const event of stream) {
    if (event.type === 'response.output_text.delta') text += event.delta;
    last = event;
  }
  assert.equal(text, 'Zażółć gęślą jaźń');
  assert.equal(last.type, 'response.completed');
});

test('runs a tool loop of the Responses API', async () => {
  const tools = [{ type: 'function', name: 'weather', parameters: weather.function.parameters }];
  const first = await here.client.responses.create({ model: 'main', input: 'Jaka pogoda?', tools });
  const call = first.output.find((item) => item.type === 'function_call');
  assert.deepEqual([call.name, call.arguments], ['weather', '{"city":"Łódź"}']);
  const second = await here.client.responses.create({
    model: 'main',
    tools,
    input: [{ role: 'user', content: 'Jaka pogoda?' }, call, { type: 'function_call_output', call_id: call.call_id, output: '7 °C' }],
  });
  assert.equal(second.output_text, 'Zażółć gęślą jaźń');
});

// Each on a route whose primary is down: the surfaces fall over as chat does.
test('gives embeddings', async () => {
  const answer = await here.client.embeddings.create({ model: 'agent', input: ['a', 'b'], encoding_format: 'float' });
  assert.deepEqual(answer.data[0].embedding, [0.5, -0.25]);
  assert.equal(answer.usage.prompt_tokens, 3);
});

test('gives images', async () => {
  const answer = await here.client.images.generate({ model: 'agent', prompt: 'kot' });
  assert.equal(answer.data[0].b64_json, 'aGk=');
});

test('gives speech byte for byte', async () => {
  const answer = await here.client.audio.speech.create({ model: 'agent', input: 'Zażółć', voice: 'alloy' });
  assert.deepEqual([...new Uint8Array(await answer.arrayBuffer())], [0xff, 0xfb, 0x00, 0x0a]);
});

test('completes a text, plain and streamed', async () => {
  const answer = await here.client.completions.create({ model: 'agent', prompt: 'Zażółć ' });
  assert.equal(answer.choices[0].text, 'gęślą jaźń');
  let text = '';
  for await (const part of await here.client.completions.create({ model: 'agent', prompt: 'Zażółć ', stream: true })) {
    text += part.choices[0]?.text ?? '';
  }
  assert.equal(text, 'gęślą jaźń');
});

test('transcribes, plain and streamed', async () => {
  const file = () => new File([new Uint8Array([0x52, 0x49, 0x46, 0x46])], 'a.wav');
  const answer = await here.client.audio.transcriptions.create({ model: 'agent', file: file() });
  assert.equal(answer.text, 'gęślą jaźń');
  let text = '';
  let last;
  for await (const event of await here.client.audio.transcriptions.create({ model: 'agent', file: file(), stream: true })) {
    if (event.type === 'transcript.text.delta') text += event.delta;
    last = event;
  }
  assert.equal(text, 'gęślą jaźń');
  assert.equal(last.type, 'transcript.text.done');
});
