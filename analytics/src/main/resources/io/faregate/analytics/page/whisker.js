// Intervals drawn to one scale: a line from bound to bound, a mark at the figure, lines at zero and at a limit.
import { s } from './dom.js';

const present = (x) => x !== null && x !== undefined;

/** The scale that shows all these figures. */
export function scale(figures) {
  const known = figures.filter(present);
  const low = Math.min(...known);
  const high = Math.max(...known);
  const room = (high - low || Math.abs(high) || 1) * 0.04;
  return (x) => `${(4 + (92 * (x - low + room)) / (high - low + 2 * room)).toFixed(2)}%`;
}

function interval(estimate, at, y, arm) {
  if (!present(estimate?.value)) return [];
  const low = estimate.low ?? estimate.value;
  const high = estimate.high ?? estimate.value;
  const cap = (x) => s('line', { x1: at(x), x2: at(x), y1: y - 4, y2: y + 4 });
  const mark =
    arm === 'challenger'
      ? s(
          'svg',
          { x: at(estimate.value), y, overflow: 'visible' },
          s('path', { d: 'M0-5.2 5.2 0 0 5.2-5.2 0z', class: 'dot' }),
        )
      : s('circle', { cx: at(estimate.value), cy: y, r: 4.2, class: 'dot' });
  return [s('g', { class: arm }, s('line', { x1: at(low), x2: at(high), y1: y, y2: y }), cap(low), cap(high), mark)];
}

/** Both arms' intervals of one figure. */
export function arms(primary, challenger, label) {
  const figures = [primary, challenger].flatMap((e) => [e?.low, e?.value, e?.high]);
  if (!figures.some(present)) return null;
  const at = scale(figures);
  return s(
    'svg',
    { class: 'whisker', role: 'img', 'aria-label': label },
    s('line', { x1: '0%', x2: '100%', y1: 34, y2: 34, class: 'axis' }),
    interval(primary, at, 10, 'primary'),
    interval(challenger, at, 24, 'challenger'),
  );
}

/** One interval of a change, with zero and the line that it is held against. */
export function change(estimate, limit, label) {
  if (!present(estimate?.value)) return null;
  const at = scale([estimate.low, estimate.value, estimate.high, 0, limit]);
  const line = (x, kind) => (present(x) ? s('line', { x1: at(x), x2: at(x), y1: 1, y2: 23, class: kind }) : null);
  return s(
    'svg',
    { class: 'whisker one', role: 'img', 'aria-label': label },
    line(0, 'zero'),
    line(limit, 'limit'),
    interval(estimate, at, 12, 'challenger'),
  );
}

/** What the marks mean. */
export const marks = () => ({
  primary: s(
    'svg',
    { viewBox: '0 0 22 14', 'aria-hidden': 'true', class: 'primary' },
    s('line', { x1: 1, x2: 21, y1: 7, y2: 7, stroke: 'currentColor', 'stroke-width': 2 }),
    s('circle', { cx: 11, cy: 7, r: 4, fill: 'currentColor' }),
  ),
  challenger: s(
    'svg',
    { viewBox: '0 0 22 14', 'aria-hidden': 'true', class: 'challenger' },
    s('line', { x1: 1, x2: 21, y1: 7, y2: 7, stroke: 'currentColor', 'stroke-width': 2 }),
    s('path', { d: 'M11 2l5 5-5 5-5-5z', fill: 'currentColor' }),
  ),
});
