// How often the first in line could not answer, over time.
import { path, range } from '../address.js';
import { table } from '../dom.js';
import { count, percent, percentText, time } from '../format.js';
import { plot, readable } from '../plot.js';
import { empty } from '../card.js';
import { incidentsPath } from './incidents.js';

const INKS = ['--primary', '--challenger', '--good', '--doubt', '--stop', '--ink-2'];

export const fallthrough = {
  id: 'fallthrough',
  span: 8,
  title: 'Fall-through',
  how:
    'A call falls through when the first target in line, after capability, window and price, failed or was ' +
    'benched, limited or out of budget, and a later one had to answer. The rate is by calls that had this target ' +
    'first. A mark is the start of an incident, as “Out of the usual” lists it.',
  asks: (filters) => [path('v1/fallthrough', { ...range(filters), bucket_s: 'auto' }), incidentsPath(filters)],
  draw([answer, { incidents }]) {
    const { targets } = answer;
    if (targets.length === 0) return empty('No call in this range.');
    const times = [...new Set(targets.flatMap((t) => t.points.map((p) => p.ts)))].sort();
    const xs = times.map((ts) => Date.parse(ts) / 1000);
    const columns = targets.map((t) => {
      const at = new Map(t.points.map((p) => [p.ts, p.rate]));
      return times.map((ts) => at.get(ts) ?? null);
    });
    const marks = incidents
      .filter((each) => each.kind === 'fallthrough')
      .map((each) => ({
        x: Date.parse(each.opened_at) / 1000,
        text: `incident: ${each.subject}`,
        ink: '--bad',
        dash: [],
      }));
    return [
      plot({
        label: 'Fall-through rate over time by target; the table below has the figures',
        time: true,
        height: 240,
        data: [xs, ...columns],
        series: targets.map((t, i) => ({
          label: t.target ?? 'unknown',
          ink: INKS[i % INKS.length],
          points: true,
          dash: i % 2 ? [6, 3] : undefined,
        })),
        lines: marks,
        yValue: percentText,
        yRange: [0, Math.max(0.05, ...columns.flat().filter((y) => y !== null)) * 1.18],
      }),
      table(
        'Fall-through by target',
        [
          'First in line',
          { text: 'Calls', right: true },
          { text: 'Fell through', right: true },
          { text: 'Rate', right: true },
        ],
        targets.map((t) => [
          t.target ?? 'unknown',
          count(t.calls),
          count(t.fallthroughs),
          percent(t.fallthroughs / t.calls),
        ]),
      ),
      readable(() =>
        table(
          'Fall-through over time',
          ['From', 'First in line', { text: 'Calls', right: true }, { text: 'Rate', right: true }],
          targets.flatMap((t) =>
            t.points.map((p) => [time(p.ts), t.target ?? 'unknown', count(p.calls), percent(p.rate)]),
          ),
          { tall: true },
        ),
      ),
    ];
  },
};
