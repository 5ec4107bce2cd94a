// Both arms beside each other: every figure with its interval.
import { h } from '../dom.js';
import { count, msText, percentText, signedPercentText, usd, usdText } from '../format.js';
import { arms as armsWhisker, change, marks } from '../whisker.js';
import { canaryPath } from '../verdict.js';
import { empty } from '../card.js';

const FIGURES = [
  ['cost_per_task_usd', 'Cost per task', usdText],
  ['cost_per_success_usd', 'Cost per successful task', usdText],
  ['success_rate', 'Success', percentText],
  ['error_rate', 'Tasks with an error', percentText],
  ['fallthrough_rate', 'Tasks that fell through', percentText],
  ['refusal_rate', 'Tasks a budget refused', percentText],
  ['latency_p50_ms', 'Latency, median', msText],
  ['latency_p95_ms', 'Latency, p95', msText],
];

const bounds = (e, text) =>
  e.low === null && e.high === null
    ? (e.reason ?? 'no bounds yet')
    : `${e.low === null ? 'unknown' : text(e.low)} to ${e.high === null ? 'unknown' : text(e.high)}`;

const cell = (estimate, text) =>
  h(
    'div',
    { role: 'cell' },
    estimate.value === null || estimate.value === undefined
      ? h('span', { class: 'range' }, estimate.reason ?? 'not known yet')
      : [
          h('data', { value: String(estimate.value) }, text(estimate.value)),
          h('span', { class: 'range' }, bounds(estimate, text)),
        ],
  );

const row = (what, first, second, picture, name) =>
  h(
    'div',
    { role: 'row', 'data-figure': name },
    h('div', { role: 'rowheader', class: 'what' }, what),
    first,
    second,
    h('div', { role: 'cell', class: 'picture' }, picture),
  );

const spoken = (what, p, c, text) => `${what}: primary ${bounds(p, text)}, challenger ${bounds(c, text)}`;

export const scorecard = {
  id: 'scorecard',
  span: 9,
  title: 'Both arms',
  how:
    'Over tasks whose window has passed, by the arm that a task’s first call was assigned to. Cost per task is ' +
    'the mean over all calls and attempts of a task. Success is the last feedback in its window, or the absence ' +
    'of an error where clients give none. Latency is that of a task’s first request. Each end of an interval is ' +
    'wrong in at most 5 % of experiments, at all looks together. “Spent” counts everything so far.',
  asks: (filters, { experiment }) => (experiment ? [canaryPath(experiment)] : []),
  draw([canary]) {
    if (!canary)
      return empty(
        'Both arms appear here once a route has a canary.',
        'canary: { challenger: deepseek, percent: 5, experiment: first-try }',
      );
    const { primary: p, challenger: c } = canary.arms;
    if (p.tasks + c.tasks === 0)
      return empty(
        'No task came yet on this route. Send one, and name it:',
        `curl -s http://127.0.0.1:8080/v1/chat/completions -H 'X-Task-Id: ticket-1' \\\n` +
          `  -d '{"model":"${canary.route}","messages":[{"role":"user","content":"Say hello."}]}'`,
      );
    const m = marks();
    const relative = canary.relative_cost;
    const margin = canary.statements.find((s) => s.name === 'cheaper')?.margin ?? null;
    return [
      h(
        'p',
        { class: 'key' },
        h('span', {}, m.primary, `primary: ${p.target ?? 'unknown'}`),
        h('span', {}, m.challenger, `challenger: ${c.target ?? 'unknown'}`),
      ),
      h(
        'div',
        { class: 'score', role: 'table', 'aria-label': 'Both arms' },
        h(
          'div',
          { role: 'row', class: 'head' },
          h('div', { role: 'columnheader', class: 'what' }, 'Figure'),
          h('div', { role: 'columnheader' }, 'Primary'),
          h('div', { role: 'columnheader' }, 'Challenger'),
          h('div', { role: 'columnheader', class: 'picture' }, 'Intervals'),
        ),
        row(
          'Cost against the primary',
          h(
            'div',
            { role: 'cell' },
            h('span', { class: 'range' }, margin === null ? '' : `asked: ${signedPercentText(margin)}`),
          ),
          cell(relative, signedPercentText),
          change(
            relative,
            margin,
            `Relative cost of the challenger: ${bounds(relative, signedPercentText)}; ` +
              'zero and the asked saving are marked',
          ),
          'relative_cost',
        ),
        row(
          'Tasks, counted of all',
          h('div', { role: 'cell' }, count(p.mature_tasks), ' of ', count(p.tasks)),
          h('div', { role: 'cell' }, count(c.mature_tasks), ' of ', count(c.tasks)),
          null,
          'tasks',
        ),
        row(
          'Calls, and spent',
          h('div', { role: 'cell' }, count(p.calls), h('span', { class: 'range' }, usd(p.cost_usd))),
          h('div', { role: 'cell' }, count(c.calls), h('span', { class: 'range' }, usd(c.cost_usd))),
          null,
          'spent',
        ),
        FIGURES.map(([name, what, text]) =>
          row(
            what,
            cell(p[name], text),
            cell(c[name], text),
            armsWhisker(p[name], c[name], spoken(what, p[name], c[name], text)),
            name,
          ),
        ),
      ),
    ];
  },
};
