// Figures as people read them. Each keeps the exact figure of the answer in its "value".
import { h } from './dom.js';

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const NONE = '–';

const data = (value, text) =>
  value === null || value === undefined ? h('span', {}, NONE) : h('data', { value: String(value) }, text);

export const countText = (n) => whole.format(n);
export const usdText = (x) => {
  const size = Math.abs(x);
  const sign = x < 0 ? '−' : '';
  if (size === 0) return '$0';
  if (size >= 0.995)
    return `${sign}$${size.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
  return `${sign}$${size.toLocaleString('en-US', { maximumSignificantDigits: 3, maximumFractionDigits: 12 })}`;
};
const fixed = (x, digits) =>
  x.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits }).replace('-', '−');
export const percentText = (x) => `${fixed(100 * x, 1)} %`;
export const signedPercentText = (x) => `${x > 0 ? '+' : ''}${percentText(x)}`;
export const pointsText = (x) => `${fixed(100 * Math.abs(x), 1)} points`;
export const msText = (x) => (x < 1000 ? `${whole.format(x)} ms` : `${fixed(x / 1000, 2)} s`);

export const count = (n) => data(n, countText(n));
export const usd = (x) => data(x, x === null ? '' : usdText(x));
export const percent = (x) => data(x, x === null ? '' : percentText(x));
export const ms = (x) => data(x, x === null ? '' : msText(x));

/** A time of an answer: the hour today, else the day with it. */
export function time(iso) {
  if (!iso) return NONE;
  const today = new Date().toISOString().slice(0, 10) === iso.slice(0, 10);
  return h(
    'time',
    { datetime: iso, title: iso },
    today ? iso.slice(11, 19) : `${iso.slice(0, 10)} ${iso.slice(11, 16)}`,
  );
}

/** How long something will take. */
export const days = (d) =>
  d < 1 / 24 ? 'less than an hour' : d < 2 ? `${Math.ceil(d * 24)} hours` : `${Math.ceil(d)} days`;

export const plural = (n, one, many) => `${countText(n)} ${n === 1 ? one : (many ?? `${one}s`)}`;
export const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);
