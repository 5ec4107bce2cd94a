// What a promotion needs: every statement with how it stands, and when it may be proven.
import { h } from '../dom.js';
import { icon } from '../icon.js';
import { countText, days, percentText, pointsText, sentence } from '../format.js';
import { canaryPath } from '../verdict.js';
import { NO_BOUND, STATES } from '../words.js';
import { empty } from '../card.js';

const BOUNDS = {
  cheaper: (b) =>
    b < 0 ? `saves at least ${percentText(-b)}, with room for a dear task` : `could still cost ${percentText(b)} more`,
  success: (b) => (b < 0 ? `could be ${pointsText(b)} worse` : `at least ${pointsText(b)} better`),
  error: (b) => (b > 0 ? `could be ${pointsText(b)} more` : `at least ${pointsText(b)} fewer`),
  fallthrough: (b) => (b > 0 ? `could be ${pointsText(b)} more` : `at least ${pointsText(b)} less`),
  latency: (b) => `has its bound at ${b.toFixed(2)} times the primary’s`,
};

function forecast(statement) {
  // Without a bound there are no figures yet that could stay as they are.
  if (statement.state !== 'open' || statement.bound === null) return null;
  if (statement.forecast_tasks === null)
    return statement.name === 'latency' ? null : 'At these figures it will not be proven.';
  const when = statement.forecast_days === null ? '' : `, in ${days(statement.forecast_days)}`;
  return `If the figures stay: proven at about ${countText(statement.forecast_tasks)} tasks${when}.`;
}

const row = (statement) => {
  const unknown = statement.state === 'open' && statement.bound === null;
  const [text, shape, tone] = unknown ? NO_BOUND : STATES[statement.state];
  return h(
    'li',
    { class: tone, 'data-statement': statement.name },
    icon(shape),
    h('div', {}, h('span', { class: 'name' }, sentence(statement.claim)), h('span', { class: 'state' }, text)),
    h('span', {}),
    h(
      'span',
      { class: 'detail' },
      statement.bound === null
        ? `${sentence(statement.reason)}.`
        : ['It ', h('data', { value: String(statement.bound) }, BOUNDS[statement.name](statement.bound)), '. '],
      forecast(statement),
    ),
  );
};

const GATES = [
  ['tasks', '100 counted tasks in each arm'],
  ['effective_tasks', 'Costs spread over 50 effective tasks in each arm'],
  ['days', 'The least age of an epoch'],
];

export const statements = {
  id: 'statements',
  span: 4,
  title: 'What a promotion needs',
  how:
    'Each statement is held to the whole risk (5 %, halved by each retry), since a promotion needs all of them. ' +
    'The bounds hold at all times together, so looking early costs nothing. A forecast assumes that the figures ' +
    'stay as they are. Formulas and their sources: analytics/DESIGN.md.',
  asks: (filters, { experiment }) => (experiment ? [canaryPath(experiment)] : []),
  draw([canary]) {
    if (!canary || canary.statements.length === 0) return empty('The list appears with the first canary.');
    return [
      h('ul', { class: 'checks', 'aria-label': 'Statements' }, canary.statements.map(row)),
      h(
        'ul',
        { class: 'checks', 'aria-label': 'Gates' },
        GATES.map(([name, text]) =>
          h(
            'li',
            { class: canary.gates[name] ? 'good' : 'on', 'data-gate': name },
            icon(canary.gates[name] ? 'good' : 'open'),
            h(
              'div',
              {},
              h('span', { class: 'name' }, text),
              h('span', { class: 'state' }, canary.gates[name] ? 'Reached' : 'Not yet'),
            ),
          ),
        ),
      ),
      canary.retries > 0
        ? h(
            'p',
            { class: 'note' },
            `This challenger was tried before on this route (${canary.retries}): ` +
              'the risk is halved by each earlier try.',
          )
        : null,
    ];
  },
};
