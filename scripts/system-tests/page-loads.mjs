// How long the dashboard takes while rows come in, to its verdict and until all of it is drawn:
// CHROMIUM=/usr/bin/chromium node page-loads.mjs [LOADS] [ROWS A SECOND]
import { drawn, launch } from './browser.mjs';
import { startAnalytics } from './program.mjs';

const loads = Number(process.argv[2] ?? 100);
const rate = Number(process.argv[3] ?? 100_000);
const BATCH = 5_000;

const service = await startAnalytics({
  analytics: { port: 0, window: '0s', outcome_window: '0s', min_days: 0 },
  routes: { agent: { mode: 'fallback', targets: ['main', 'next'], canary: { challenger: 'other', percent: 20, experiment: 'load' } } },
});
let sent = 0;
let open = true;

/** Tasks of three calls, a fifth of them on the challenger. */
function batch() {
  const rows = [];
  const ts = new Date().toISOString();
  for (let i = 0; i < BATCH; i++, sent++) {
    const task = Math.floor(sent / 3);
    const challenger = task % 5 === 0;
    rows.push(`{"schema":1,"type":"call","row_id":"r${sent}","ts":"${ts}","request_id":"q${sent}","task_id":"t${task}","task_given":true,"route":"agent","experiment":"load","arm":"${challenger ? 'challenger' : 'primary'}","share":0.2,"assigned_target":"${challenger ? 'other' : 'main'}","requested_model":"agent","target":"${challenger ? 'other' : 'main'}","provider":"p","model":"${challenger ? 'small' : 'large'}","stream":false,"status":200,"outcome":"served","input_tokens":200,"output_tokens":${100 + (sent % 300)},"estimated_input_tokens":190,"cost_usd":${challenger ? '0.0001' : '0.001'}${sent % 7},"charged_usd":0.001,"latency_ms":${50 + (sent % 200)},"fallthrough":false,"attempts":[],"skipped":[]}`);
  }
  return rows.join('\n');
}

const began = performance.now();
async function feed() {
  while (open) {
    const ahead = sent / rate - (performance.now() - began) / 1000;
    if (ahead > 0) await new Promise((resolve) => setTimeout(resolve, 1000 * ahead));
    const response = await fetch(`${service.url}v1/rows`, { method: 'POST', body: batch() });
    if (response.status === 429) await new Promise((resolve) => setTimeout(resolve, 100));
    await response.arrayBuffer();
  }
}
const feeding = feed();
const browser = await launch();
const verdict = [];
const whole = [];
for (let i = 0; i < loads; i++) {
  const page = await browser.newPage();
  const start = performance.now();
  await page.goto(service.url);
  await page.waitForFunction(() => document.documentElement.dataset.verdict === 'true', null, { timeout: 60_000 });
  verdict.push(performance.now() - start);
  await drawn(page);
  whole.push(performance.now() - start);
  await page.close();
}
open = false;
await feeding;
const seconds = (performance.now() - began) / 1000;
const at = (times, share) => `${Math.round(times.sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(share * times.length))])} ms`;
const told = (times) => `median ${at(times, 0.5)}, p95 ${at(times, 0.95)}, worst ${at(times, 1)}`;
console.log(`${loads} page loads while ${Math.round(sent / seconds).toLocaleString('en-US')} rows/s came in, ${sent.toLocaleString('en-US')} in all`);
console.log(`  to the verdict: ${told(verdict)}`);
console.log(`  to the last card: ${told(whole)}`);
await browser.close();
await service.stop();
