// The dashboard in Chromium, over the demonstration's own data: what it shows is what the API says.
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { drawn, figures, flaws, launch, open } from './browser.mjs';
import { start, startAnalytics } from './program.mjs';

const SIZES = [[1440, 'light'], [1440, 'dark'], [360, 'light'], [360, 'dark']];

let demo;
let url;
let key;
let browser;
let page;
let complaints;

before(async () => {
  demo = await start('demo', ['--stay', '--tasks', '600', '--outage-from', '200', '--outage-to', '260', '--agents', '16'], {
    until: [/^Dashboard: (http:\S+)$/, /^Key for its buttons: (\S+)$/],
  });
  [url, key] = demo.found;
  await atRest();
  browser = await launch();
  ({ page, complaints } = await open(browser, url));
  await page.getByLabel('keep fresh').uncheck();
});

after(async () => {
  await browser?.close();
  await demo?.stop();
});

const api = async (path, options = {}) => {
  const response = await fetch(new URL(path, url), options);
  assert.equal(response.status, 200, path);
  return response.json();
};
/** Waits until the service has read what the demonstration wrote: its judgement stays what it was. */
async function atRest() {
  for (let before = ''; ;) {
    const { arms, coverage } = await api('v1/canary/agent');
    const now = JSON.stringify({ arms, coverage });
    if (now === before) return;
    before = now;
    await new Promise((resolve) => setTimeout(resolve, 3000));
  }
}
/** Equal but for the last places: a database that adds in parallel does not add in one order. */
function same(shown, told, name) {
  const wanted = told.filter((value) => value !== null);
  assert.equal(shown.length, wanted.length, name);
  wanted.forEach((value, i) => assert.ok(Math.abs(shown[i] - value) <= 1e-9 * Math.abs(value), `${name}: ${shown[i]} for ${value}`));
}
const texts = (values) => values.filter((value) => value !== null).map(String);
/** A path as the page asked it, with its range. */
const asked = async (id) => {
  const paths = await page.evaluate((name) => performance.getEntriesByType('resource').map((e) => e.name).filter((n) => n.includes(`/v1/${name}`)), id);
  return paths.at(-1);
};

test('draws every card, asks nobody else and meets no error', async () => {
  const cards = await page.locator('.card').evaluateAll((all) => all.map((card) => card.id));
  assert.deepEqual(cards, ['trust', 'scorecard', 'statements', 'history', 'incidents', 'budgets', 'spend', 'fallthrough', 'refusals', 'routing', 'tail', 'slices', 'requests']);
  assert.equal(await page.locator('.failed').count(), 0);
  assert.deepEqual(complaints, []);
});

test('leads with the verdict and its reasons, each with its bound', async () => {
  const canary = await api('v1/canary/agent');
  const words = { promote: 'Promote', rollback: 'Roll back', blocked: 'Do not trust', continue: canary.gates.tasks && canary.gates.effective_tasks ? 'Keep running' : 'Too early', stop_no_saving: 'Stop: no saving', stop_inconclusive: 'Stop: no proof' };
  assert.equal(await page.locator('.verdict h2').first().textContent(), words[canary.decision.verdict]);
  const said = (await page.locator('.verdict .why').first().textContent()).toLowerCase();
  for (const sentence of [...canary.decision.reasons, ...canary.decision.missing]) assert.ok(said.includes(sentence.toLowerCase()), sentence);
});

test('no interval of the scorecard reaches into the next column', async () => {
  const { page: narrow } = await open(browser, url);
  for (const width of [720, 1000, 1440]) {
    await narrow.setViewportSize({ width, height: 900 });
    const beyond = await narrow.locator('.score .range').evaluateAll((all) =>
      all.filter((each) => each.scrollWidth > each.parentElement.clientWidth).map((each) => each.textContent));
    assert.deepEqual(beyond, [], `${width}`);
  }
  await narrow.close();
});

test('the scorecard shows both arms as the API has them', async () => {
  const { arms, relative_cost: relative } = await api('v1/canary/agent');
  for (const name of ['cost_per_task_usd', 'cost_per_success_usd', 'success_rate', 'error_rate', 'fallthrough_rate', 'refusal_rate', 'latency_p50_ms', 'latency_p95_ms']) {
    same(await figures(page, `[data-figure="${name}"]`), [arms.primary[name].value, arms.challenger[name].value], name);
  }
  assert.deepEqual(await figures(page, '[data-figure=tasks]'), texts([arms.primary.mature_tasks, arms.primary.tasks, arms.challenger.mature_tasks, arms.challenger.tasks]));
  assert.deepEqual(await figures(page, '[data-figure=spent]'), texts([arms.primary.calls, arms.primary.cost_usd, arms.challenger.calls, arms.challenger.cost_usd]));
  same(await figures(page, '[data-figure=relative_cost]'), [relative.value], 'relative cost');
});

test('the checklist has every statement with its state and bound', async () => {
  const { statements, gates } = await api('v1/canary/agent');
  const states = { proven: 'Proven', open: 'Not yet', broken: 'Broken', unknown: 'No bound yet' };
  for (const { name, state, bound } of statements) {
    assert.equal(await page.locator(`[data-statement=${name}] .state`).textContent(), states[state === 'open' && bound === null ? 'unknown' : state], name);
    same(await figures(page, `[data-statement=${name}]`), [bound], name);
  }
  for (const [name, reached] of Object.entries(gates)) assert.equal(await page.locator(`[data-gate=${name}] .state`).textContent(), reached ? 'Reached' : 'Not yet');
});

test('the trust checks count what the API counts', async () => {
  const { coverage: c, arms } = await api('v1/canary/agent');
  const wanted = [c.crossed_tasks, c.unpriced_calls, c.rejected, c.tasks_without_id].filter((n) => n > 0);
  const feedback = [c.missing_outcomes, arms.primary.tasks + arms.challenger.tasks];
  assert.deepEqual(await figures(page, '#trust'), texts([...wanted, ...feedback, c.rows, c.duplicates]));
});

test('spend is the same in every grouping, and as the API has it', async () => {
  for (const by of ['key', 'route', 'provider', 'target', 'arm', 'model']) {
    await page.locator('#spend').getByRole('button', { name: by, exact: true }).click();
    await page.waitForFunction((name) => document.querySelector('#spend thead th').textContent === name, by);
    const costs = await api(await asked('costs'));
    const { total } = costs;
    assert.deepEqual(await figures(page, '#spend .facts'), texts([total.cost_usd, total.calls, total.tasks, total.input_tokens, total.output_tokens, total.unpriced_calls || null]), by);
    assert.deepEqual(await figures(page, '#spend table'), texts(costs.groups.flatMap((g) => [g.cost_usd, g.calls, g.input_tokens, g.output_tokens])), by);
    const { budgets } = await api('v1/budgets');
    assert.equal(budgets[0].cost_usd, total.cost_usd);
  }
});

test('budgets, refusals, routing and fall-through are as the API has them', async () => {
  const { budgets } = await api('v1/budgets');
  for (const budget of budgets) {
    const shown = await figures(page, `[data-budget="${budget.name}"]`);
    assert.deepEqual(shown.slice(0, budget.cap_usd === null ? 1 : 2), texts([budget.charged_usd, budget.cap_usd]), budget.name);
  }
  const refusals = await api(await asked('refusals'));
  if (refusals.refusals.length > 0) assert.deepEqual(await figures(page, '#refusals table'), texts(refusals.refusals.map((r) => r.calls)));
  const routing = await api(await asked('routing'));
  for (const { route, arm, target, calls } of routing.served) assert.deepEqual(await figures(page, `[data-share="${route} · ${arm} ${target}"]`), texts([calls]));
  assert.deepEqual(await figures(page, '#routing table'), texts(routing.passed_over.map((p) => p.times)));
  const { targets } = await api(await asked('fallthrough'));
  assert.deepEqual(await figures(page, '#fallthrough .body > .scroll table'), texts(targets.flatMap((t) => [t.calls, t.fallthroughs, t.fallthroughs / t.calls])));
});

test('incidents are those that the API lists', async () => {
  const { incidents } = await api(await asked('incidents'));
  const told = await page.locator('#incidents tbody tr td:last-child').allTextContents();
  assert.deepEqual(told.map((text) => text.toLowerCase()), incidents.map((each) => each.detail.toLowerCase()));
});

test('the dearest tasks, the slices and the last calls are as the API has them', async () => {
  const { arms } = await api('v1/canary/agent/tail');
  for (const name of ['primary', 'challenger']) assert.deepEqual(await figures(page, `[data-arm=${name}] table`), texts(arms[name].dearest.flatMap((t) => [t.cost_usd, t.calls])));
  const { slices } = await api('v1/canary/agent/slices');
  same(await figures(page, '#slices table'), slices.flatMap((slice) => [slice.primary.tasks, slice.challenger.tasks, slice.relative_cost.value]));
  assert.equal(await page.locator('#slices .tag').textContent(), 'exploratory');
  const { requests } = await api(await asked('requests'));
  assert.deepEqual(await figures(page, '#requests table'), texts(requests.flatMap((r) => [r.cost_usd, r.input_tokens, r.output_tokens, r.latency_ms])));
  await page.getByRole('button', { name: /older calls/ }).click();
  await page.waitForFunction(() => document.querySelectorAll('#requests tbody tr').length === 50);
});

test('the intervals over time are readable as a table, point by point', async () => {
  const { points } = await api('v1/canary/agent/history');
  await page.locator('#history').getByText('As a table').click();
  const rows = page.locator('#history .scroll tbody tr');
  await rows.first().waitFor();
  assert.equal(await rows.count(), points.length);
  assert.match(await rows.last().textContent(), new RegExp(points.at(-1).tasks.toLocaleString('en-US')));
  assert.equal(await page.locator('#history canvas').count(), 1);
});

test('filters live in the address and go back with it', async () => {
  const fresh = await open(browser, `${url}?spend=provider&statement=success&range=7d`);
  assert.equal(await fresh.page.locator('#spend thead th').first().textContent(), 'provider');
  assert.equal(await fresh.page.locator('#range').inputValue(), '7d');
  assert.equal(await fresh.page.locator('#history [aria-pressed=true]').first().textContent(), 'Success');
  await fresh.page.locator('#history').getByRole('button', { name: 'Errors' }).click();
  await fresh.page.waitForURL(/statement=error/);
  await fresh.page.goBack();
  await fresh.page.waitForFunction(() => document.querySelector('#history [aria-pressed=true]').textContent === 'Success');
  assert.deepEqual(fresh.complaints, []);
  await fresh.page.close();
});

test('every card says how it is computed and how to ask for it', async () => {
  const cards = page.locator('.card');
  for (let i = 0; i < (await cards.count()); i++) {
    await cards.nth(i).getByText('How computed').click();
    assert.ok((await cards.nth(i).locator('footer details p').textContent()).length > 80);
  }
  const context = page.context();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.locator('#spend').getByRole('button', { name: 'copy as curl' }).click();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(command, new RegExp(`^curl -s '${url}v1/costs\\?group_by=model&from=[^']+'$`));
});

for (const [width, scheme] of SIZES) {
  test(`is whole, and readable by all, at ${width} px in ${scheme}`, async () => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme });
    await drawn(page);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
    assert.deepEqual(await flaws(page), []);
    assert.deepEqual(complaints, []);
    if (process.env.SCREENSHOTS) {
      await mkdir(process.env.SCREENSHOTS, { recursive: true });
      await page.screenshot({ path: join(process.env.SCREENSHOTS, `${width}-${scheme}.png`), fullPage: true });
      await page.locator('.verdict').first().screenshot({ path: join(process.env.SCREENSHOTS, `verdict-${width}-${scheme}.png`) });
    }
  });
}

test('the keyboard reaches the verdict and a dialog, and comes back', async () => {
  const { page: fresh } = await open(browser, url);
  await fresh.keyboard.press('Tab');
  assert.equal(await fresh.evaluate(() => document.activeElement.textContent), 'Skip to the verdict');
  await fresh.keyboard.press('Enter');
  await fresh.keyboard.press('Tab');
  assert.equal(await fresh.evaluate(() => document.activeElement.textContent), 'Promote …');
  await fresh.keyboard.press('Enter');
  await fresh.getByRole('dialog', { name: 'Admin key' }).waitFor();
  assert.equal(await fresh.evaluate(() => document.activeElement.name), 'key');
  assert.deepEqual(await flaws(fresh), []);
  await fresh.keyboard.press('Escape');
  assert.equal(await fresh.evaluate(() => document.activeElement.textContent), 'Promote …');
  await fresh.close();
});

test('acts on the router for who holds the key, after saying what will happen', async () => {
  const { page: acting } = await open(browser, url, { allow: [/401/] });
  const dialog = acting.getByRole('dialog');
  const inForce = async () => (await api('v1/canary/agent/control', { headers: { Authorization: `Bearer ${key}` } })).routers[0];

  await acting.getByRole('button', { name: 'Change the share' }).click();
  await dialog.getByRole('textbox', { name: 'Key' }).fill('not-the-key');
  await dialog.getByRole('button', { name: 'Use this key' }).click();
  await dialog.getByText('This is not the admin key.').waitFor();
  await dialog.getByRole('textbox', { name: 'Key' }).fill(key);
  await dialog.getByRole('button', { name: 'Use this key' }).click();
  await dialog.getByText('Now 20 % of the tasks go to deepseek.').waitFor();
  assert.deepEqual(await flaws(acting), []);
  await dialog.getByLabel('Share of the tasks, percent').fill('50');
  await dialog.getByRole('button', { name: 'Change the share' }).click();
  await dialog.getByText('Done').waitFor();
  assert.equal((await inForce()).percent, 50);
  await dialog.getByRole('button', { name: 'Close' }).click();

  await acting.getByRole('button', { name: 'Promote' }).click();
  await dialog.getByText('muse-spark becomes the challenger and keeps 50 % of the tasks, as a check.').waitFor();
  await dialog.getByRole('button', { name: /^Promote/ }).click();
  await dialog.getByText('Done').waitFor();
  assert.deepEqual([(await inForce()).primary, (await inForce()).challenger], ['deepseek', 'muse-spark']);
  await dialog.getByRole('button', { name: 'Close' }).click();

  await acting.getByRole('button', { name: 'Roll back' }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  assert.equal((await inForce()).primary, 'deepseek');
  await acting.getByRole('button', { name: 'Roll back' }).click();
  await dialog.getByRole('button', { name: 'Roll back' }).click();
  await dialog.getByText('Done').waitFor();
  assert.deepEqual([(await inForce()).primary, (await inForce()).percent], ['muse-spark', 0]);
  assert.equal(await acting.evaluate(() => localStorage.length + sessionStorage.length + document.cookie.length), 0);
  assert.ok(!acting.url().includes(key));
  await acting.close();
});

test('gives every experiment its verdict, in words, and leads to it', async () => {
  const service = await startAnalytics({
    analytics: { port: 0, window: '0s', outcome_window: '0s' },
    routes: Object.fromEntries(['dear', 'young'].map((route) => [route, { mode: 'fallback', targets: ['old', 'next'], canary: { challenger: 'new', percent: 50, experiment: route } }])),
  });
  try {
    const rows = [];
    const ts = Date.now();
    const row = (route, i, arm, cost) => ({ schema: 1, type: 'call', row_id: `${route}-${i}`, ts: new Date(ts - 60_000 + i * 100).toISOString(), request_id: `q${i}`, task_id: `${route}-${i}`, task_given: true, route, experiment: route, arm, share: 0.5, requested_model: route, target: arm === 'primary' ? 'old' : 'new', provider: 'p', model: 'm', stream: false, status: 200, outcome: 'served', input_tokens: 10, output_tokens: 5, estimated_input_tokens: 10, cost_usd: Number((cost + (i % 7) / 1e4).toFixed(4)), latency_ms: 100, fallthrough: false });
    for (let i = 0; i < 400; i++) rows.push(row('dear', i, i % 2 ? 'challenger' : 'primary', i % 2 ? 0.05 : 0.01));
    for (let i = 0; i < 8; i++) rows.push(row('young', i, i % 2 ? 'challenger' : 'primary', 0.01));
    const response = await fetch(`${service.url}v1/rows`, { method: 'POST', body: rows.map((r) => JSON.stringify(r)).join('\n') });
    assert.deepEqual(await response.json(), { accepted: 408, duplicate: 0, rejected: 0 });
    const { page: many, complaints: found } = await open(browser, `${service.url}?route=dear`);
    assert.deepEqual(await many.locator('.verdict h2').allTextContents(), ['Roll back', 'Too early']);
    assert.match(await many.locator('.verdict .headline').first().textContent(), /^Cost is at least \d+\.\d % above the primary's \(limit 0\.0 %\)\.$/);
    assert.match(await many.locator('.verdict .acts').first().textContent(), /need an admin key, and none is set\. Set the variable FAREGATE_ADMIN_KEY/);
    assert.equal(await many.getByRole('button', { name: 'Promote' }).count(), 0);
    assert.deepEqual(await flaws(many), []);
    if (process.env.SCREENSHOTS) await many.screenshot({ path: join(process.env.SCREENSHOTS, 'two-experiments.png') });
    await many.getByRole('button', { name: 'Look at it (young young)' }).click();
    await many.waitForURL(/route=young/);
    await many.waitForFunction(() => document.querySelector('.verdict h2').textContent === 'Too early');
    assert.deepEqual(found, []);
  } finally {
    await service.stop();
  }
});

test('says where an automatic promotion stands, what it waits for, and which caps hold', async () => {
  const told = {
    '/admin/routes/r/canary': { experiment: 'walk', percent: 5, primary: 'old', challenger: 'new', promotion: 'auto' },
    '/admin/config': { overrides: [{ path: 'budgets.daily_usd', file: '25', value: '50' }] },
    '/v1/budgets': { budgets: [] },
  };
  const router = createServer((request, response) => {
    const answer = told[request.url];
    response.writeHead(answer ? 200 : 404, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer ?? {}));
  });
  await new Promise((resolve) => router.listen(0, '127.0.0.1', resolve));
  const place = `127.0.0.1:${router.address().port}`;
  const canary = { challenger: 'new', percent: 5, experiment: 'walk', promotion: 'auto', ramp: [1, 5, 25] };
  const service = await startAnalytics({
    analytics: { port: 0, routers: [`http://${place}`] },
    budgets: { daily_usd: 25 },
    routes: { r: { mode: 'fallback', targets: ['old'], canary } },
  }, { FAREGATE_ADMIN_KEY: 'key-of-the-tests' });
  try {
    const asked = async () => (await (await fetch(`${service.url}v1/canary/r`)).json()).promotion.routers;
    for (const end = Date.now() + 20_000; (await asked()).length === 0 && Date.now() < end;) await new Promise((resolve) => setTimeout(resolve, 100));
    const { page: walking, complaints: found } = await open(browser, service.url);
    assert.equal(await walking.locator('.promotion summary').textContent(), 'Promotes by itself, ramp 1, 5, 25 %');
    assert.equal(
      await walking.locator(`[data-router="${place}"]`).textContent(),
      `${place}: step 2 of 3 (5 %). No task of this step yet. Waits for a first task under what is in force. Then the share goes to 25 %.`,
    );
    assert.match(await walking.locator('[data-budget="global"]').textContent(), /of \$50\.00.*Changed at run time; the file says \$25\.00\./);
    assert.deepEqual(await flaws(walking), []);
    if (process.env.SCREENSHOTS) await walking.screenshot({ path: join(process.env.SCREENSHOTS, 'promotion.png') });
    assert.deepEqual(found, []);
  } finally {
    await service.stop();
    router.closeAllConnections();
    router.close();
  }
});

test('says what to do where there is nothing yet', async () => {
  const service = await startAnalytics({ analytics: { port: 0 } });
  try {
    const { page: empty, complaints: found } = await open(browser, service.url);
    assert.equal(await empty.locator('.verdict h2').textContent(), 'Nothing to judge yet');
    assert.match(await empty.locator('.verdict pre').textContent(), /canary: \{ challenger/);
    assert.match(await empty.locator('#requests pre').textContent(), /^curl -s /);
    assert.match(await empty.locator('#budgets pre').textContent(), /daily_usd/);
    assert.deepEqual(await flaws(empty), []);
    assert.deepEqual(found, []);
  } finally {
    await service.stop();
  }
});

test('asks for the key where the service is reached from elsewhere', async () => {
  const service = await startAnalytics({ analytics: { port: 0, host: '0.0.0.0' } }, { FAREGATE_ADMIN_KEY: 'far-key-of-the-tests' });
  try {
    const far = await browser.newPage();
    await far.goto(service.url);
    await far.getByRole('textbox', { name: 'Key' }).fill('far-key-of-the-tests');
    await far.getByRole('button', { name: 'Use this key' }).click();
    await drawn(far);
    assert.equal(await far.locator('.verdict h2').textContent(), 'Nothing to judge yet');
  } finally {
    await service.stop();
  }
});
