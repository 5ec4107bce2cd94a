// The surfaces beside chat, as the provider on the loopback answers them.
const completion = (model, text, finish_reason) => ({
  id: 'cmpl-1', object: 'text_completion', created: 1_700_000_000, model, choices: [{ index: 0, text, finish_reason, logprobs: null }],
});
const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 };

const answers = {
  '/v1/embeddings': (body, response, json) => json(200, {
    object: 'list', model: body.model, data: [{ object: 'embedding', index: 0, embedding: [0.5, -0.25] }], usage: { prompt_tokens: 3, total_tokens: 3 },
  }),
  '/v1/images/generations': (body, response, json) => json(200, { created: 1_700_000_000, data: [{ b64_json: 'aGk=' }] }),
  '/v1/audio/speech': (body, response) => {
    response.writeHead(200, { 'content-type': 'audio/mpeg' });
    response.end(Buffer.from([0xff, 0xfb, 0x00, 0x0a]));
  },
  '/v1/completions': (body, response, json) => {
    if (!body.stream) return json(200, { ...completion(body.model, 'gęślą jaźń', 'stop'), usage });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of [completion(body.model, 'gęślą ', null), completion(body.model, 'jaźń', 'stop')]) {
      response.write(`data: ${JSON.stringify(event)}\n\n`);
    }
    return response.end('data: [DONE]\n\n');
  },
  '/v1/audio/transcriptions': (body, response, json) => {
    if (!/name="stream"\r\n\r\ntrue/.test(body.form)) return json(200, { text: 'gęślą jaźń' });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of [
      { type: 'transcript.text.delta', delta: 'gęślą ' },
      { type: 'transcript.text.delta', delta: 'jaźń' },
      { type: 'transcript.text.done', text: 'gęślą jaźń', usage: { type: 'tokens', input_tokens: 9, output_tokens: 4, total_tokens: 13 } },
    ]) response.write(`data: ${JSON.stringify(event)}\n\n`);
    return response.end();
  },
};

/** The answer of a path that is none of chat's, or undefined. */
export const surface = (path) => answers[path];

/** A body of any surface: JSON, or of a form its text and its model. */
export function bodyOf(request, bytes) {
  const text = bytes.toString('utf8');
  if (!request.headers['content-type']?.startsWith('multipart/')) return JSON.parse(text);
  return { form: text, model: /name="model"\r\n\r\n([^\r]*)/.exec(text)?.[1] };
}
