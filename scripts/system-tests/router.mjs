// Starts the router as its users do, on a free port, with its data in a folder of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const faregate = fileURLToPath(new URL('../faregate', import.meta.url));

const configuration = (upstream) => ({
  providers: {
    stub: { base_url: upstream, api_key_env: 'STUB_API_KEY', dialect: 'openai' },
    claude: { base_url: upstream, api_key_env: 'STUB_API_KEY', dialect: 'anthropic' },
  },
  auth: { keys: [{ name: 'tests', key_env: 'TESTS_KEY' }] },
  targets: ['down', 'main', 'picky', 'torn', 'endless', 'dear', 'fades', 'haiku'].map((model) => ({
    name: model,
    virtual_key: model === 'haiku' ? 'claude' : 'stub',
    model,
    price: model === 'dear' ? { input: 1000, output: 1000 } : { input: 0.28, output: 0.42 },
  })),
  routes: {
    agent: { mode: 'fallback', targets: ['down', 'main'] },
    fading: { mode: 'fallback', targets: ['fades', 'main'] },
    capped: { mode: 'fallback', targets: ['dear', 'main'], budgets: { per_request_usd: 0.000001 } },
  },
});

export const clientKey = 'sk-client-key-of-the-tests';
export const providerKey = 'sk-provider-key-of-the-tests';

/** Resolves once the router says that it is ready. */
export async function startRouter(upstream) {
  const folder = await mkdtemp(join(tmpdir(), 'faregate-system-'));
  const file = join(folder, 'faregate.yaml');
  await writeFile(file, JSON.stringify(configuration(upstream)));
  const child = spawn(faregate, ['router', '--config', file], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      STUB_API_KEY: providerKey,
      TESTS_KEY: clientKey,
      FAREGATE_ROUTER_PORT: '0',
      FAREGATE_DATA_DIR: folder,
    },
  });
  let log = '';
  child.stderr.on('data', (part) => (log += part));
  const ended = once(child, 'exit');
  const url = await Promise.race([
    (async () => {
      for await (const line of createInterface({ input: child.stdout })) {
        const ready = /^router ready on (http:\S+)$/.exec(line);
        if (ready) return ready[1];
      }
      return ended;
    })(),
    ended,
  ]);
  if (typeof url !== 'string') throw new Error(`the router ended before it was ready:\n${log}`);
  const stop = async () => {
    child.kill('SIGTERM');
    const [code] = await ended;
    await rm(folder, { recursive: true });
    return code;
  };
  return { url, stop, log: () => log };
}
