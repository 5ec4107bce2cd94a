// Who promotes, where the canary stands on each router, what it waits for and what comes then.
import { h } from './dom.js';
import { sentence, time } from './format.js';

const STAGES = {
  check: 'in the check after the promotion',
  off: 'no task goes to the challenger',
  person: 'left to a person',
  unknown: 'unknown',
};

const share = (walk) => (walk.percent === null ? '' : ` (${walk.percent} %)`);

function stands(walk, ramp) {
  if (walk.stage !== 'step') return `${STAGES[walk.stage]}${walk.stage === 'check' ? share(walk) : ''}`;
  const where = walk.step === null ? 'beside the ramp' : `step ${walk.step} of ${ramp.length}`;
  return `${where}${share(walk)}`;
}

function then({ action, percent }) {
  if (action === 'share') return percent === 0 ? 'the share goes to 0' : `the share goes to ${percent} %`;
  return action === 'promote' ? 'the challenger is promoted' : 'it is rolled back';
}

const event = (name, { ts, what }) => h('li', {}, `${name}, `, time(ts), `: ${what}`);

function router(walk, ramp) {
  const { waiting_for: waiting, next } = walk;
  return h(
    'li',
    { 'data-router': walk.router },
    h('strong', {}, walk.router),
    `: ${stands(walk, ramp)}. `,
    h('span', {}, `${sentence(walk.says)}. `),
    waiting.length ? h('span', {}, `Waits for ${waiting.join('; ')}. `) : null,
    next ? h('span', {}, `Then ${then(next)}.`) : null,
    walk.last_action || walk.last_error
      ? h(
          'ul',
          {},
          walk.last_action ? event('Last action', walk.last_action) : null,
          walk.last_error ? event('Last error', walk.last_error) : null,
        )
      : null,
  );
}

function change({ ts, actor, action, reasons }) {
  const why = reasons.length ? `: ${reasons.join('; ')}` : '';
  return h('p', {}, 'Last change ', time(ts), ` by ${actor ?? 'nobody known'}, ${action ?? 'unknown'}${why}.`);
}

/** What is to be said of a canary's promotion; nothing where a person promotes and nobody has changed anything. */
export function promotion({ mode, problem, ramp, routers, last_change: last }) {
  if (mode === 'manual' && !last) return null;
  return h(
    'details',
    { class: 'promotion' },
    h(
      'summary',
      {},
      mode === 'manual'
        ? 'A person promotes'
        : `Promotes by itself, ${ramp.length ? `ramp ${ramp.join(', ')} %` : 'without a ramp'}`,
    ),
    problem ? h('p', { class: 'notice' }, sentence(problem)) : null,
    mode === 'auto' && !problem && routers.length === 0 ? h('p', {}, 'No router was asked yet.') : null,
    h(
      'ul',
      {},
      routers.map((walk) => router(walk, ramp)),
    ),
    last ? change(last) : null,
  );
}
