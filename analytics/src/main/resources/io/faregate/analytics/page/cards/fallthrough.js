// How often the first in line could not answer, over time.
import { path, range } from '../address.js';
import { h, table } from '../dom.js';
import { count, percent, percentText, time } from '../format.js';
import { plot, readable } from '../plot.js';
import { empty } from '../card.js';
import { incidentsPath } from './incidents.js';

const INKS = ['--primary', '--challenger', '--good', '--doubt', '--stop', '--ink-2'];
const OUT = 0.5;

/** Stretches in which at least half of a target's calls fell through, by their start. */
function outages(targets) {
  const found = [];
  for (const { target, points } of targets) {
    let bad = false;
    for (const point of points) {
      const now = point.calls >= 5 && point.rate >= OUT;
      if (now && !bad) found.push({ ts: point.ts, target });
      bad = now;
    }
  }
  return found;
}

export const fallthrough = {
  id: 'fallthrough', span: 8, title: 'Fall-through',
  how: 'A call falls through when the first target in line, after capability, window and price, failed or was benched, limited or out of budget, and a later one had to answer. The rate is by calls that had this target first. A dashed mark is the start of a stretch in which at least half of a target’s calls fell through, a solid one that of an incident.',
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
    const noticed = incidents.filter((each) => each.kind === 'fallthrough').map((each) => ({ ts: each.opened_at, target: each.subject, dash: [], text: 'incident:' }));
    const marked = [...outages(targets).map((each) => ({ ...each, text: 'out:' })), ...noticed];
    return [
      plot({
        label: 'Fall-through rate over time by target; the table below has the figures', time: true, height: 240, data: [xs, ...columns],
        series: targets.map((t, i) => ({ label: t.target ?? 'unknown', ink: INKS[i % INKS.length], points: true, dash: i % 2 ? [6, 3] : undefined })),
        lines: marked.map(({ ts, target, text, dash }) => ({ x: Date.parse(ts) / 1000, text: `${text} ${target}`, ink: '--bad', dash })),
        yValue: percentText, yRange: [0, Math.max(0.05, ...columns.flat().filter((y) => y !== null)) * 1.18],
      }),
      table('Fall-through by target', ['First in line', { text: 'Calls', right: true }, { text: 'Fell through', right: true }, { text: 'Rate', right: true }],
        targets.map((t) => [t.target ?? 'unknown', count(t.calls), count(t.fallthroughs), percent(t.fallthroughs / t.calls)])),
      readable(() => table('Fall-through over time', ['From', 'First in line', { text: 'Calls', right: true }, { text: 'Rate', right: true }],
        targets.flatMap((t) => t.points.map((p) => [time(p.ts), t.target ?? 'unknown', count(p.calls), percent(p.rate)])), { tall: true })),
    ];
  },
};
