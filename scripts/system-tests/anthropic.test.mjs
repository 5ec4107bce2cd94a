// What Anthropic's official client sees through the router: from Anthropic what Anthropic sent, from others the same in
// Anthropic's words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import Anthropic, { APIError, AuthenticationError, BadRequestError, NotFoundError } from '@anthropic-ai/sdk';
import { rejection, rig } from './rig.mjs';
import { clientKey, providerKey } from './router.mjs';

const here = rig((url, fetch) => new Anthropic({ apiKey: clientKey, baseURL: url, fetch }));

const hello = [{ role: 'user', content: 'Powiedz zdanie.' }];
const weather = {
  name: 'weather',
  description: 'The weather of a city',
  input_schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};
const asked = (model, rest = {}) => ({ model, max_tokens: 64, messages: hello, ...rest });

test('Anthropic gets the client\'s request and the provider\'s key', async () => {
  const sent = asked('haiku', { system: 'Krótko.', top_k: 7, metadata: { user_id: 'u' } });
  await here.client.messages.create(sent);
  const [call] = here.upstream.calls;
  assert.equal(call.path, '/v1/messages');
  assert.deepEqual(call.body, sent);
  assert.equal(call.apiKey, providerKey);
});

for (const [model, target] of [['haiku', 'haiku'], ['main', 'main'], ['agent', 'main']]) {
  test(`answers a plain call, ${model}`, async () => {
    const { data, response } = await here.client.messages.create(asked(model)).withResponse();
    assert.equal(data.type, 'message');
    assert.equal(data.role, 'assistant');
    assert.deepEqual(data.content, [{ type: 'text', text: 'Zażółć gęślą jaźń' }]);
    assert.equal(data.stop_reason, 'end_turn');
    assert.equal(data.usage.output_tokens, 5);
    assert.equal(data.usage.input_tokens, 10);
    assert.equal(response.headers.get('x-faregate-target'), target);
    assert.equal(here.httpCalls, 1);
  });

  test(`streams, ${model}`, async () => {
    const events = [];
    for await (const event of await here.client.messages.create(asked(model, { stream: true }))) events.push(event.type);
    assert.equal(events[0], 'message_start');
    assert.equal(events.at(-1), 'message_stop');
    const message = await here.client.messages.stream(asked(model)).finalMessage();
    assert.deepEqual(message.content.map((block) => block.text), ['Zażółć gęślą jaźń']);
    assert.equal(message.stop_reason, 'end_turn');
    assert.equal(message.usage.output_tokens, 5);
  });

  test(`runs a tool loop to its end, ${model}`, async () => {
    const messages = [...hello];
    const first = await here.client.messages.create(asked(model, { messages, tools: [weather] }));
    assert.equal(first.stop_reason, 'tool_use');
    const use = first.content.at(-1);
    assert.deepEqual([use.type, use.name, use.input], ['tool_use', 'weather', { city: 'Łódź' }]);
    messages.push({ role: 'assistant', content: first.content });
    messages.push({ role: 'user', content: [{ type: 'tool_result', tool_use_id: use.id, content: '7 °C' }] });
    const second = await here.client.messages.create(asked(model, { messages, tools: [weather] }));
    assert.equal(second.stop_reason, 'end_turn');
    assert.equal(second.content[0].text, 'Zażółć gęślą jaźń');
    assert.match(JSON.stringify(here.upstream.calls.at(-1).body.messages.at(-1)), /7 °C/);
  });

  test(`puts a streamed tool call together, ${model}`, async () => {
    const message = await here.client.messages.stream(asked(model, { tools: [weather] })).finalMessage();
    const use = message.content.at(-1);
    assert.deepEqual([use.type, use.name, use.input], ['tool_use', 'weather', { city: 'Łódź' }]);
    assert.equal(message.stop_reason, 'tool_use');
  });
}

test('what Anthropic adds comes through', async () => {
  const answer = await here.client.messages.create(asked('haiku'));
  assert.equal(answer.of_theirs, 1.5);
  assert.equal(answer.usage.cache_read_input_tokens, 4);
});

test('errors have their classes', async () => {
  const picky = await rejection(here.client.messages.create(asked('picky')));
  assert.ok(picky instanceof BadRequestError, `${picky}`);
  assert.match(picky.message, /temperature must be at most 2/);
  assert.ok((await rejection(here.client.messages.create(asked('nobody-knows')))) instanceof NotFoundError);
  const stranger = new Anthropic({ apiKey: 'sk-stranger', baseURL: here.router.url });
  assert.ok((await rejection(stranger.messages.create(asked('main')))) instanceof AuthenticationError);
  assert.equal(here.httpCalls, 2);
});

test('a budget refusal costs one HTTP call and no upstream call', async () => {
  const error = await rejection(here.client.messages.create(asked('capped')));
  assert.ok(error instanceof APIError, `${error}`);
  assert.equal(error.status, 402);
  assert.equal(here.httpCalls, 1);
  assert.equal(here.upstream.calls.length, 0);
});

test('a stream that breaks in the middle is an error, never an end', async () => {
  let text = '';
  const error = await rejection((async () => {
    for await (const event of await here.client.messages.create(asked('torn', { stream: true }))) text += event.delta?.text ?? '';
  })());
  assert.equal(text, 'Zażółć gęślą jaźń');
  assert.ok(error instanceof APIError, `${error}`);
});
