// What was out of the usual, as the service noticed it.
import { path, range } from '../address.js';
import { h, table } from '../dom.js';
import { sentence, time } from '../format.js';
import { empty } from '../card.js';

const KINDS = {
  fallthrough: 'Fall-through',
  spend: 'Spend',
  unpriced_model: 'Unknown price',
  cost_drift: 'Costs drift',
  rejected_rows: 'Unreadable rows',
  verdict: 'Verdict',
};

/** Where the incidents of the range are; the fall-through card marks them too. */
export const incidentsPath = (filters) => path('v1/incidents', { ...range(filters), limit: 100 });

const state = ({ kind, closed_at: closed }) =>
  kind === 'verdict'
    ? h('span', { class: 'tag on' }, 'said')
    : closed
      ? h('span', { class: 'tag' }, 'over')
      : h('span', { class: 'tag bad' }, 'lasts');

export const incidents = {
  id: 'incidents',
  span: 12,
  title: 'Out of the usual',
  how:
    'Looked for every 30 seconds: a target falls through clearly more than the day before, the last hour cost ' +
    'thrice the usual and more than any of the week, a model was called whose cost nobody knows, a provider’s ' +
    'account differs from ours by a twentieth, lines came in that are no rows, a verdict changed. The addresses ' +
    'in analytics.webhooks are told the same.',
  asks: (filters) => [incidentsPath(filters)],
  draw([answer]) {
    if (answer.incidents.length === 0) return empty('Nothing was out of the usual in this range.');
    return table(
      'Incidents',
      ['What', 'Since', 'Until', '', 'In a sentence'].map((head) => head || h('span', { class: 'sr' }, 'State')),
      answer.incidents.map((each) => [
        [KINDS[each.kind] ?? each.kind, each.subject ? h('div', { class: 'note' }, each.subject) : null],
        time(each.opened_at),
        each.kind === 'verdict' ? '' : time(each.closed_at),
        state(each),
        sentence(each.detail),
      ]),
      { tall: answer.incidents.length > 6 },
    );
  },
};
