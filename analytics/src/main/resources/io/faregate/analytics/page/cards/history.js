// The interval that decides, over tasks or time: the verdict changes where it crosses its line.
import { path, change } from '../address.js';
import { choice, h, table } from '../dom.js';
import { countText, pointsText, signedPercentText, time } from '../format.js';
import { plot, readable } from '../plot.js';
import { verdictText } from '../words.js';
import { empty } from '../card.js';

const points = (x) => `${x > 0 ? '+' : x < 0 ? '−' : ''}${pointsText(x)}`;
const KINDS = {
  cheaper: ['Cost', signedPercentText],
  success: ['Success', points],
  error: ['Errors', points],
  fallthrough: ['Fall-through', points],
};

const of = (point, name) => point.statements?.find((s) => s.name === name);

/** One line where both bounds are held against the same, else one for each. */
const limitLines = ({ promote, rollback }) =>
  promote === rollback
    ? [{ y: promote, text: 'the limit', ink: '--ink-2' }]
    : [
        { y: rollback, text: 'roll back beyond this line', ink: '--bad' },
        { y: promote, text: 'promote beyond this line', ink: '--good', below: true },
      ];

/** Where the recorded verdict changed. */
function marks(all, xs) {
  const found = [];
  let before = null;
  all.forEach((point, i) => {
    if (point.recorded && before !== null && point.verdict !== before)
      found.push({ x: xs[i], text: verdictText(point.verdict), ink: '--ink', dash: [] });
    if (point.recorded) before = point.verdict;
  });
  return found;
}

export const history = {
  id: 'history',
  span: 8,
  title: 'Intervals over time',
  how:
    'Recomputed from the rows that are there now, tasks in order of their start, at most 300 points. The band ' +
    'reaches from the bound that a promotion is held to (at 5 % risk, for cost with room for a dear task) to the ' +
    'bound that a rollback is held to (at 1 %). Earlier intervals are not intersected with later ones. Latency ' +
    'does not add up over time and is left out.',
  asks: (filters, { experiment }) =>
    experiment
      ? [path(`v1/canary/${encodeURIComponent(experiment.route)}/history`, { experiment: experiment.experiment })]
      : [],
  tools: (answers, filters) => [
    choice(
      'Statement',
      Object.entries(KINDS).map(([name, [text]]) => [name, text]),
      filters.statement,
      (statement) => change({ statement }),
    ),
    ' ',
    choice(
      'Across',
      [
        ['tasks', 'by tasks'],
        ['time', 'by time'],
      ],
      filters.x,
      (x) => change({ x }),
    ),
  ],
  draw([answer], filters) {
    const all = answer?.points ?? [];
    if (all.length === 0) return empty('The first points come with the first tasks of a canary.');
    const [title, text] = KINDS[filters.statement] ?? KINDS.cheaper;
    const name = KINDS[filters.statement] ? filters.statement : 'cheaper';
    const byTime = filters.x === 'time';
    const xs = all.map((point) => (byTime ? Date.parse(point.ts) / 1000 : point.tasks));
    const column = (key) => all.map((point) => of(point, name)?.[key] ?? null);
    const limits = answer.limits[name];
    const [value, bound, guard] = ['value', 'bound', 'guard'].map(column);
    const late = all.findIndex((point) => point.burned_in);
    const shown = [...value, ...bound, ...guard].filter((y, i) => y !== null && (late < 0 || i % all.length >= late));
    const edge = [...shown, limits.promote, limits.rollback, 0];
    const room = (Math.max(...edge) - Math.min(...edge)) * 0.08;
    const last = of(all[all.length - 1], name) ?? {};
    const say = (x) => (x === null || x === undefined ? 'not known yet' : text(x));
    return [
      h(
        'p',
        { class: 'note' },
        `${title}, challenger less primary. Now the bound for a promotion is ${say(last.bound)} ` +
          `(it must pass ${text(limits.promote)}), the bound for a rollback ${say(last.guard)} ` +
          `(it must not pass ${text(limits.rollback)}).`,
      ),
      plot({
        label: `${title} over ${byTime ? 'time' : 'tasks'}; the table below has the figures`,
        time: byTime,
        height: 300,
        data: [xs, bound, guard, value],
        series: [
          { label: 'bound for promotion', ink: '--challenger' },
          { label: 'bound for rollback', ink: '--challenger', width: 1, dash: [3, 3] },
          { label: 'observed', ink: '--ink-2', width: 1 },
        ],
        bands: [
          Math.max(...bound.filter((y) => y !== null), -Infinity) >=
          Math.max(...guard.filter((y) => y !== null), -Infinity)
            ? [1, 2]
            : [2, 1],
        ],
        lines: [...limitLines(limits), ...marks(all, xs)],
        shadeUntil: late < 0 ? xs[xs.length - 1] : xs[late],
        xValue: countText,
        yValue: text,
        yRange: [Math.min(...edge) - room, Math.max(...edge) + room],
      }),
      h('p', { class: 'note' }, 'Grey: before each arm can have 100 tasks, when nothing is decided but a catastrophe.'),
      readable(() =>
        table(
          `${title} over time`,
          [
            'Time',
            { text: 'Tasks', right: true },
            { text: 'Observed', right: true },
            { text: 'For promotion', right: true },
            { text: 'For rollback', right: true },
            'Verdict',
          ],
          all.map((point) => {
            const at = of(point, name) ?? {};
            return [
              time(point.ts),
              countText(point.tasks),
              say(at.value),
              say(at.bound),
              say(at.guard),
              point.recorded ? verdictText(point.verdict) : '–',
            ];
          }),
          { tall: true },
        ),
      ),
    ];
  },
};
