// Where the money went, by whatever one likes to group by.
import { change, path, range } from '../address.js';
import { choice, h, table } from '../dom.js';
import { count, usd } from '../format.js';
import { empty } from '../card.js';

const BY = [
  ['model', 'model'],
  ['key', 'key'],
  ['route', 'route'],
  ['provider', 'provider'],
  ['target', 'target'],
  ['arm', 'arm'],
];

export const spend = {
  id: 'spend',
  span: 8,
  title: 'Spend',
  how:
    'Sums over the rows of the range. By model, target or provider an attempt is booked where it arose, so a ' +
    'rescued call counts on both; calls are counted by who served. The total is the same in every grouping. Calls ' +
    'of unknown cost are counted and in no sum.',
  asks: (filters) => [path('v1/costs', { group_by: by(filters), ...range(filters) })],
  tools: (answers, filters) => choice('Group spend by', BY, by(filters), (value) => change({ spend: value })),
  draw([answer], filters) {
    if (answer.total.calls === 0)
      return empty(
        'No call in this range. Choose a longer one above, or send one:',
        `curl -s http://127.0.0.1:8080/v1/chat/completions \\\n` +
          `  -d '{"model":"agent","messages":[{"role":"user","content":"Say hello."}]}'`,
      );
    const name = by(filters);
    const most = Math.max(...answer.groups.map((g) => g.cost_usd), 0) || 1;
    const total = answer.total;
    return [
      h(
        'dl',
        { class: 'facts' },
        fact('Spent', usd(total.cost_usd)),
        fact('Calls', count(total.calls)),
        fact('Tasks', count(total.tasks)),
        fact('Tokens in', count(total.input_tokens)),
        fact('Tokens out', count(total.output_tokens)),
        total.unpriced_calls > 0 ? fact('Calls of unknown cost', count(total.unpriced_calls)) : null,
      ),
      table(
        `Spend by ${name}`,
        [
          name,
          { text: 'Spent', right: true },
          h('span', { class: 'sr' }, 'Against the dearest'),
          { text: 'Calls', right: true },
          { text: 'Tokens in', right: true },
          { text: 'Tokens out', right: true },
        ],
        answer.groups.map((g) => [
          g[name] ?? (name === 'key' ? 'no key' : 'none'),
          usd(g.cost_usd),
          h('span', { class: 'bar', 'aria-hidden': 'true' }, h('i', { width: `${(100 * g.cost_usd) / most}%` })),
          count(g.calls),
          count(g.input_tokens),
          count(g.output_tokens),
        ]),
        { tall: answer.groups.length > 12 },
      ),
    ];
  },
};

const by = (filters) => (BY.some(([value]) => value === filters.spend) ? filters.spend : 'model');
const fact = (what, figure) => h('div', {}, h('dt', {}, what), h('dd', {}, figure));
