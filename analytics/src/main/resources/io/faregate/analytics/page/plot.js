// Plots over time or tasks, in the page's colours, with a table for those who read.
import { h } from './dom.js';

const color = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

const watch = new ResizeObserver((entries) => {
  for (const { target, contentRect } of entries)
    if (target.plot && contentRect.width > 0)
      target.plot.setSize({ width: contentRect.width, height: target.plot.height });
});

/** Ticks in UTC and by 24 hours; the first of a day, and the first of all, tell the day. */
function clock(u, ticks, axis, space, step) {
  let day = '';
  return ticks.map((seconds) => {
    const iso = new Date(seconds * 1000).toISOString();
    const before = day;
    day = iso.slice(5, 10);
    if (step >= 86_400) return day;
    const hour = iso.slice(11, step < 60 ? 19 : 16);
    return day === before ? hour : `${hour}\n${day}`;
  });
}

/** Lines across the plot: each with a value, a text and a colour's name. */
function drawLines(u, lines) {
  const { ctx, bbox } = u;
  ctx.save();
  ctx.font = `${12 * devicePixelRatio}px system-ui, sans-serif`;
  for (const { y, x, text, ink, below = false, dash = [6, 4] } of lines) {
    ctx.strokeStyle = ctx.fillStyle = color(ink);
    ctx.lineWidth = 1.5 * devicePixelRatio;
    ctx.setLineDash(dash.map((n) => n * devicePixelRatio));
    ctx.beginPath();
    if (y !== undefined) {
      const at = u.valToPos(y, 'y', true);
      if (at < bbox.top - 1 || at > bbox.top + bbox.height + 1) continue;
      ctx.moveTo(bbox.left, at);
      ctx.lineTo(bbox.left + bbox.width, at);
      ctx.textAlign = 'right';
      ctx.fillText(text, bbox.left + bbox.width - 4 * devicePixelRatio, at + (below ? 15 : -5) * devicePixelRatio);
    } else {
      const at = u.valToPos(x, 'x', true);
      if (at < bbox.left - 1 || at > bbox.left + bbox.width + 1) continue;
      ctx.moveTo(at, bbox.top);
      ctx.lineTo(at, bbox.top + bbox.height);
      ctx.textAlign = at + ctx.measureText(text).width > bbox.left + bbox.width - 8 ? 'right' : 'left';
      ctx.fillText(
        text,
        at + (ctx.textAlign === 'right' ? -5 : 5) * devicePixelRatio,
        bbox.top + 13 * devicePixelRatio,
      );
    }
    ctx.stroke();
  }
  ctx.restore();
}

/** A shaded stretch from the left edge on. */
function shade(u, until) {
  const { ctx, bbox } = u;
  const right = Math.min(bbox.left + bbox.width, u.valToPos(until, 'x', true));
  if (right <= bbox.left) return;
  ctx.save();
  ctx.fillStyle = color('--shade');
  ctx.fillRect(bbox.left, bbox.top, right - bbox.left, bbox.height);
  ctx.restore();
}

/**
 * A plot.
 *
 * `series` are `{label, ink, width, points, dash, value}`, `data` the x values and then each series' values; `bands`
 * are pairs of series to fill between. `lines` and `shadeUntil` are drawn over and under them.
 */
export function plot({
  label,
  data,
  series,
  bands = [],
  lines = [],
  shadeUntil = null,
  time = false,
  xValue,
  yValue,
  yRange,
  height = 260,
}) {
  const place = h('div', { class: 'plot', role: 'img', 'aria-label': label });
  const axis = {
    stroke: color('--ink-2'),
    grid: { stroke: color('--line'), width: 1 },
    ticks: { stroke: color('--line'), width: 1 },
    font: '12px system-ui, sans-serif',
  };
  const options = {
    width: 600,
    height,
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    scales: {
      x: { time, ...(data[0].length > 1 ? {} : { range: [data[0][0] - 60, data[0][0] + 60] }) },
      y: { range: yRange },
    },
    cursor: { y: false },
    axes: [
      { ...axis, space: 80, values: time ? clock : (u, ticks) => ticks.map(xValue) },
      { ...axis, size: 64, values: (u, ticks) => ticks.map(yValue) },
    ],
    series: [
      {
        label: time ? 'time' : 'tasks',
        value: time ? '{YYYY}-{MM}-{DD} {HH}:{mm}:{ss}' : (u, x) => (x === null ? '–' : xValue(x)),
      },
      ...series.map(({ label: name, ink, width = 2, points = false, dash, value = yValue }) => ({
        label: name,
        stroke: color(ink),
        width,
        dash,
        spanGaps: false,
        points: { show: points, size: 6, fill: color(ink) },
        value: (u, y) => (y === null || y === undefined ? '–' : value(y)),
      })),
    ],
    bands: bands.map(([a, b]) => ({ series: [a, b], fill: color('--band') })),
    hooks: { drawClear: [(u) => shadeUntil !== null && shade(u, shadeUntil)], draw: [(u) => drawLines(u, lines)] },
  };
  place.plot = new uPlot(options, data, place);
  watch.observe(place);
  return place;
}

/** The table under a plot; made when it is first opened. */
export function readable(make) {
  const details = h(
    'details',
    { ontoggle: () => details.open && details.childElementCount === 1 && details.append(make()) },
    h('summary', {}, 'As a table'),
  );
  return details;
}
