// The last calls, and why each went where it went.
import { change, path, range } from '../address.js';
import { choice, h, table } from '../dom.js';
import { get } from '../api.js';
import { count, ms, time, usd } from '../format.js';
import { story } from '../reasons.js';
import { empty } from '../card.js';

const OUTCOMES = [
  ['', 'all'],
  ['served', 'served'],
  ['failed', 'failed'],
  ['refused', 'refused'],
  ['canceled', 'canceled'],
  ['truncated', 'truncated'],
];
const TONES = { served: 'good', failed: 'bad', refused: 'stop', truncated: 'bad', canceled: 'early' };
const PAGE = 25;

const asked = (filters) => ({ ...range(filters), route: filters.route, outcome: filters.outcome, limit: PAGE });

const row = (call) => [
  [
    time(call.ts),
    h('div', { class: 'note' }, h('a', { href: `v1/tasks/${encodeURIComponent(call.task_id)}` }, call.task_id)),
  ],
  [call.route ?? call.requested_model ?? 'none', call.arm ? h('div', { class: 'note' }, call.arm) : null],
  [call.target ?? 'nobody', h('div', { class: 'note' }, call.model ?? '')],
  [
    h('span', { class: `tag ${TONES[call.outcome] ?? ''}` }, call.outcome),
    call.fallthrough ? [' ', h('span', { class: 'tag on' }, 'fell through')] : null,
  ],
  call.cost_usd === null ? 'unknown' : usd(call.cost_usd),
  [count(call.input_tokens), ' / ', count(call.output_tokens)],
  ms(call.latency_ms),
  h('span', { class: 'why-target' }, story(call)),
];

export const requests = {
  id: 'requests',
  span: 12,
  title: 'Last calls, and why this target',
  how:
    'The rows of the range as the router wrote them, newest first. “Why” is told from the row: the arm of the ' +
    'task, the targets that were passed over with the reason, and what became of each call. No prompt and no ' +
    'answer is stored.',
  asks: (filters) => [path('v1/requests', asked(filters))],
  tools: (answers, filters) => choice('Outcome', OUTCOMES, filters.outcome, (outcome) => change({ outcome })),
  draw([answer], filters) {
    if (answer.requests.length === 0)
      return empty(
        filters.outcome
          ? `No call in this range was ${filters.outcome}.`
          : 'No call in this range. Send one, and look again:',
        filters.outcome
          ? null
          : `curl -s http://127.0.0.1:8080/v1/chat/completions \\\n` +
              `  -d '{"model":"agent","messages":[{"role":"user","content":"Say hello."}]}'`,
      );
    const heads = [
      'Time and task',
      'Route',
      'Target',
      'Outcome',
      { text: 'Cost', right: true },
      { text: 'Tokens in / out', right: true },
      { text: 'Latency', right: true },
      'Why',
    ];
    const drawn = table('Last calls', heads, answer.requests.map(row), { tall: true });
    let next = answer.next_cursor;
    const older = h(
      'button',
      {
        type: 'button',
        onclick: async () => {
          const page = await get(path('v1/requests', { ...asked(filters), cursor: next }));
          drawn
            .querySelector('tbody')
            .append(...table('older', heads, page.requests.map(row)).querySelectorAll('tbody tr'));
          next = page.next_cursor;
          older.hidden = next === null;
        },
      },
      `Show ${PAGE} older calls`,
    );
    older.hidden = next === null;
    return [drawn, h('div', {}, older)];
  },
};
