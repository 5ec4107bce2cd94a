// Shapes that tell states apart without their colour.
import { s } from './dom.js';

const stroke = {
  fill: 'none',
  stroke: 'currentColor',
  'stroke-width': '2',
  'stroke-linecap': 'round',
  'stroke-linejoin': 'round',
};
const SHAPES = {
  promote: () => [
    s('circle', { cx: 12, cy: 12, r: 10, fill: 'currentColor', opacity: '.15' }),
    s('path', { d: 'M12 17V7m-4.5 4L12 6.5 16.5 11', ...stroke }),
  ],
  continue: () => [
    s('circle', { cx: 12, cy: 12, r: 9, ...stroke }),
    s('path', { d: 'M10 8.5l5 3.5-5 3.5z', fill: 'currentColor' }),
  ],
  early: () => [s('path', { d: 'M7 4h10M7 20h10M8 4c0 4 8 5 8 8s-8 4-8 8m8-16c0 4-8 5-8 8s8 4 8 8', ...stroke })],
  rollback: () => [s('path', { d: 'M4.5 9.5H14a5 5 0 0 1 0 10H9M8.5 5 4 9.5 8.5 14', ...stroke })],
  blocked: () => [
    s('path', { d: 'M12 3.5 21.5 20h-19zM12 10v4.5', ...stroke }),
    s('circle', { cx: 12, cy: 17.2, r: 1.2, fill: 'currentColor' }),
  ],
  stop: () => [
    s('rect', { x: 4, y: 4, width: 16, height: 16, rx: 4, ...stroke }),
    s('path', { d: 'M9 12h6', ...stroke }),
  ],
  good: () => [
    s('circle', { cx: 12, cy: 12, r: 10, fill: 'currentColor', opacity: '.15' }),
    s('path', { d: 'M7.5 12.5l3 3 6-6.5', ...stroke }),
  ],
  open: () => [s('circle', { cx: 12, cy: 12, r: 8, ...stroke, 'stroke-dasharray': '3.2 3.2' })],
  bad: () => [s('path', { d: 'M8 2.8h8L21.2 8v8L16 21.2H8L2.8 16V8zM9 9l6 6m0-6-6 6', ...stroke })],
  note: () => [
    s('path', { d: 'M12 4 20.5 19.5h-17zM12 10.5v3.5', ...stroke }),
    s('circle', { cx: 12, cy: 16.8, r: 1.1, fill: 'currentColor' }),
  ],
};

export const icon = (name) => s('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, SHAPES[name]());
