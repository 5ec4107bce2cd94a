// Anthropic's messages as the provider on the loopback answers them: a tool call while tools are offered and none has
// been answered, else words.

const usage = { input_tokens: 10, cache_creation_input_tokens: 0, cache_read_input_tokens: 4, output_tokens: 5 };

const blocks = (body) => {
  const last = body.messages.at(-1).content;
  const answered = Array.isArray(last) && last.some((block) => block.type === 'tool_result');
  return body.tools && !answered
    ? [{ type: 'text', text: 'Patrzę.' }, { type: 'tool_use', id: 'toolu_1', name: 'weather', input: { city: 'Łódź' } }]
    : [{ type: 'text', text: 'Zażółć gęślą jaźń' }];
};

/** Answers one request; `json` sends a whole answer. */
export function answerMessages(body, response, json) {
  const content = blocks(body);
  const stop_reason = content.at(-1).type === 'tool_use' ? 'tool_use' : 'end_turn';
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: body.model, content, stop_reason, stop_sequence: null, usage };
  if (!body.stream) return json(200, { ...message, of_theirs: 1.50 });
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (event) => response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  send({ type: 'message_start', message: { ...message, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } } });
  send({ type: 'ping' });
  content.forEach((block, index) => {
    const text = block.type === 'text';
    send({ type: 'content_block_start', index, content_block: text ? { ...block, text: '' } : { ...block, input: {} } });
    const whole = text ? block.text : JSON.stringify(block.input);
    for (const part of [whole.slice(0, 7), whole.slice(7)]) {
      send({
        type: 'content_block_delta',
        index,
        delta: text ? { type: 'text_delta', text: part } : { type: 'input_json_delta', partial_json: part },
      });
    }
    send({ type: 'content_block_stop', index });
  });
  send({ type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage });
  send({ type: 'message_stop' });
  return response.end();
}
