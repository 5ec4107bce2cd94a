// The tasks by a trait that they had before they were assigned. For looking around.
import { change as filter, path } from '../address.js';
import { choice, h, table } from '../dom.js';
import { count, plural, signedPercentText } from '../format.js';
import { change } from '../whisker.js';
import { empty } from '../card.js';

const NAMES = {
  prompt_size: 'prompt size',
  key: 'key',
  surface: 'surface',
  needs: 'needs',
  stream: 'stream',
  requested_model: 'asked model',
  day: 'day',
};

const cell = ({ value, low, high, reason }) =>
  value === null
    ? h('span', { class: 'note' }, reason)
    : [
        h('data', { value: String(value) }, signedPercentText(value)),
        h('span', { class: 'note' }, ` (${signedPercentText(low)} to ${signedPercentText(high)})`),
      ];

const needs = (value) =>
  value === null ? 'none' : value.startsWith('[') ? JSON.parse(value).join(', ') || 'nothing special' : value;

export const slices = {
  id: 'slices',
  span: 12,
  title: 'Slices',
  how:
    'Counted tasks by a trait of their first call, with the relative cost by the same formula as the whole, ' +
    'without the adjustment for prompt size. Each bound holds by itself, not all of them together. Only traits ' +
    'from before the assignment are offered: what an arm could have changed would compare unlike tasks.',
  asks: (filters, { experiment }) =>
    experiment
      ? [
          path(`v1/canary/${encodeURIComponent(experiment.route)}/slices`, {
            by: filters.by,
            experiment: experiment.experiment,
          }),
        ]
      : [],
  tools: () => h('span', { class: 'tag stop' }, 'exploratory'),
  draw([answer], filters) {
    if (!answer) return empty('Slices appear with the first tasks of a canary.');
    return [
      h('p', { class: 'note' }, 'Of many slices some look different by chance. Nothing here decides.'),
      choice(
        'Slice by',
        answer.known.map((name) => [name, NAMES[name] ?? name]),
        answer.by,
        (by) => filter({ by }),
      ),
      answer.slices.length === 0
        ? empty('No counted task yet.')
        : table(
            `Slices by ${NAMES[answer.by]}`,
            [
              NAMES[answer.by],
              { text: 'Primary', right: true },
              { text: 'Challenger', right: true },
              'Cost against the primary',
            ],
            answer.slices.map((slice) => [
              needs(slice.value),
              count(slice.primary.tasks),
              count(slice.challenger.tasks),
              [
                cell(slice.relative_cost),
                change(
                  slice.relative_cost,
                  null,
                  `${needs(slice.value)}: relative cost with its interval, ` +
                    plural(slice.challenger.tasks, 'challenger task'),
                ),
              ],
            ]),
            { tall: answer.slices.length > 8 },
          ),
    ];
  },
};
