// A provider on the loopback that speaks OpenAI's chat completions and Anthropic's messages; what it does follows from
// the model asked for.
import { createServer } from 'node:http';
import { once } from 'node:events';
import { answerMessages } from './messages.mjs';
import { bodyOf, surface } from './surfaces.mjs';

const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };

const call = { id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Łódź"}' } };

const plain = (model, message, finish_reason) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1_700_000_000,
  model,
  choices: [{ index: 0, message: { role: 'assistant', content: null, refusal: null, ...message }, finish_reason, logprobs: null }],
  usage,
});

const chunk = (model, delta, finish_reason = null) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1_700_000_000,
  model,
  choices: [{ index: 0, delta, finish_reason, logprobs: null }],
});

const words = (model) => [
  chunk(model, { role: 'assistant', content: '' }),
  chunk(model, { content: 'Zażółć ' }),
  chunk(model, { content: 'gęślą jaźń' }),
];

const pieces = (model) => [
  chunk(model, { role: 'assistant', content: null }),
  chunk(model, { tool_calls: [{ index: 0, ...call, function: { name: 'weather', arguments: '' } }] }),
  chunk(model, { tool_calls: [{ index: 0, function: { arguments: '{"city":' } }] }),
  chunk(model, { tool_calls: [{ index: 0, function: { arguments: '"Łódź"}' } }] }),
];

/** Starts it; `calls` has each request as `{model, stream, authorization, body}`, `gone` those whose client left early. */
export async function startUpstream() {
  const calls = [];
  const gone = [];
  const server = createServer(async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    const body = bodyOf(request, Buffer.concat(parts));
    const { model, stream } = body;
    const { authorization, 'x-api-key': apiKey } = request.headers;
    calls.push({ path: request.url, model, stream: stream === true, authorization, apiKey, body });
    const json = (status, value) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(value));
    };
    if (request.url === '/v1/messages') return answerMessages(body, response, json);
    const other = model === 'down' ? undefined : surface(request.url);
    if (other) return other(body, response, json);
    const answersTool = body.messages?.at(-1).role === 'tool';
    if (model === 'down' || (model === 'fades' && answersTool)) return json(503, { error: { message: 'down', type: 'server_error', param: null, code: null } });
    if (model === 'picky') {
      return json(400, { error: { message: 'temperature must be at most 2', type: 'invalid_request_error', param: 'temperature', code: null } });
    }
    const tools = Array.isArray(body.tools) && !answersTool;
    if (!stream) {
      return json(200, tools ? plain(model, { tool_calls: [call] }, 'tool_calls') : plain(model, { content: 'Zażółć gęślą jaźń' }, 'stop'));
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const send = (value) => response.write(`data: ${JSON.stringify(value)}\n\n`);
    (tools ? pieces(model) : words(model)).forEach(send);
    if (model === 'torn') {
      // Once the client has seen words, the connection breaks in the middle.
      return setTimeout(() => response.destroy(), 200);
    }
    if (model === 'endless') {
      response.once('close', () => gone.push(model));
      return undefined;
    }
    send(chunk(model, {}, tools ? 'tool_calls' : 'stop'));
    if (body.stream_options?.include_usage) send({ ...chunk(model, {}), choices: [], usage });
    return response.end('data: [DONE]\n\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${server.address().port}/v1`, calls, gone, close };
}
