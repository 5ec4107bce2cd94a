// Starts a program of the product as its users do, and waits for what it says of itself.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const script = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));

/**
 * Starts a script with a folder of its own below the system's temporary one.
 *
 * `until` are expressions that lines of its output must match, in order; resolves with what their groups found once all
 * have, and rejects when the program ends before.
 */
export async function start(name, args, { environment = {}, until }) {
  const child = spawn(script(name), args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...environment } });
  let log = '';
  child.stderr.on('data', (part) => (log += part));
  const ended = once(child, 'exit');
  const found = [];
  await Promise.race([
    (async () => {
      for await (const line of createInterface({ input: child.stdout })) {
        log += `${line}\n`;
        const match = until[found.length]?.exec(line);
        if (match) found.push(match[1]);
        if (found.length === until.length) return;
      }
    })(),
    ended,
  ]);
  if (found.length < until.length) throw new Error(`${name} ended before it was ready:\n${log}`);
  // What it still says is read, so that it never waits for a reader.
  child.stdout.resume();
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { found, stop };
}

/** An analytics service of its own, with this configuration and no rows. */
export async function startAnalytics(configuration, environment = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'faregate-system-'));
  const file = join(folder, 'faregate.yaml');
  await writeFile(file, JSON.stringify(configuration));
  const program = await start('faregate', ['analytics', '--config', file], {
    environment: { FAREGATE_DATA_DIR: folder, ...environment },
    until: [/^analytics ready on http:\/\/\S+:(\d+)$/],
  });
  return {
    url: `http://127.0.0.1:${program.found[0]}/`,
    stop: async () => {
      await program.stop();
      await rm(folder, { recursive: true });
    },
  };
}
