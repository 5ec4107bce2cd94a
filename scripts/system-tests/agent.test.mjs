// An agent of Vercel's AI SDK that uses tools, while providers fail under it.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, stepCountIs, streamText, tool } from 'ai';
import { z } from 'zod';
import { clientKey, startRouter } from './router.mjs';
import { startUpstream } from './upstream.mjs';

let upstream;
let router;
let faregate;
let asked = [];

before(async () => {
  upstream = await startUpstream();
  router = await startRouter(upstream.url);
  faregate = createOpenAICompatible({ name: 'faregate', baseURL: `${router.url}/v1`, apiKey: clientKey, includeUsage: true });
});

after(async () => {
  const code = await router?.stop();
  upstream?.close();
  assert.equal(code, 0);
});

beforeEach(() => {
  asked = [];
  upstream.calls.length = 0;
});

const tools = {
  weather: tool({
    description: 'The weather of a city',
    inputSchema: z.object({ city: z.string() }),
    execute: async ({ city }) => {
      asked.push(city);
      return '7 °C';
    },
  }),
};

const task = (route) => ({ model: faregate(route), tools, stopWhen: stepCountIs(5), maxRetries: 0, prompt: 'Jaka pogoda?' });

// The primary of `agent` is down from the start; that of `fading` goes down once it has called a tool.
for (const [route, called] of [['agent', ['down', 'main', 'main']], ['fading', ['fades', 'fades', 'main']]]) {
  test(`runs to its end, ${route}`, async () => {
    const result = await generateText(task(route));
    assert.equal(result.text, 'Zażółć gęślą jaźń');
    assert.equal(result.steps.length, 2);
    assert.equal(result.finishReason, 'stop');
    assert.equal(result.totalUsage.inputTokens, 20);
    assert.equal(result.totalUsage.outputTokens, 10);
    assert.deepEqual(asked, ['Łódź']);
    assert.deepEqual(upstream.calls.map((call) => call.model), called);
    assert.equal(upstream.calls.at(-1).body.messages.at(-1).content, '7 °C');
  });

  test(`streams to its end, ${route}`, async () => {
    const result = streamText(task(route));
    let text = '';
    for await (const part of result.textStream) text += part;
    assert.equal(text, 'Zażółć gęślą jaźń');
    assert.equal((await result.steps).length, 2);
    assert.equal((await result.totalUsage).outputTokens, 10);
    assert.deepEqual(asked, ['Łódź']);
    assert.equal(upstream.calls.at(-1).model, 'main');
  });
}
