// What the router refused, and why.
import { path, range } from '../address.js';
import { h, table } from '../dom.js';
import { count, plural, time } from '../format.js';
import { empty } from '../card.js';

const WHY = {
  daily_budget_exceeded: 'the daily budget is used up',
  task_budget_exceeded: 'the task’s budget is used up',
  request_budget_exceeded: 'one request would cost too much',
  unpriced: 'the price is not known',
  invalid_api_key: 'the key is not known',
  rate_limited: 'a rate limit of ours',
  model_not_found: 'nobody serves this model',
};

export const refusals = {
  id: 'refusals',
  span: 4,
  title: 'Refused calls',
  how:
    'Calls that the router itself refused in the range, by the code of the error that the client got. A refused ' +
    'call costs nothing and is not retried by official clients.',
  asks: (filters) => [path('v1/refusals', { ...range(filters), route: filters.route })],
  draw([answer]) {
    if (answer.refusals.length === 0) return empty('Nothing was refused in this range.');
    return [
      h(
        'p',
        {},
        h('strong', {}, count(answer.total.calls)),
        ` ${answer.total.calls === 1 ? 'call' : 'calls'} refused.`,
      ),
      table(
        'Refused calls by reason',
        ['Why', { text: 'Calls', right: true }, { text: 'Last', right: true }],
        answer.refusals.map((r) => [
          [
            h('code', {}, r.error_code ?? `HTTP ${r.status}`),
            h(
              'div',
              { class: 'note' },
              [WHY[r.error_code], r.route && `route ${r.route}`, r.key && `key ${r.key}`, plural(r.tasks, 'task')]
                .filter(Boolean)
                .join(' · '),
            ),
          ],
          count(r.calls),
          time(r.last),
        ]),
        { tall: answer.refusals.length > 8 },
      ),
    ];
  },
};
