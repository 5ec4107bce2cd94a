// What could make the figures wrong, before the figures.
import { h } from '../dom.js';
import { icon } from '../icon.js';
import { count, percentText, plural, usd } from '../format.js';
import { canaryPath } from '../verdict.js';
import { empty } from '../card.js';

const check = (tone, name, state, ...detail) =>
  h(
    'li',
    { class: tone },
    icon(tone === 'good' ? 'good' : tone === 'bad' ? 'bad' : 'note'),
    h('div', {}, h('span', { class: 'name' }, name), h('span', { class: 'state' }, state)),
    h('span', {}),
    h('span', { class: 'detail' }, ...detail),
  );

const share = (x) => (x === null || x === undefined ? 'unknown' : percentText(x));

function split({ expected, observed, alarm }) {
  const detail = `The challenger was given ${share(observed)} of the tasks; configured are ${share(expected)}.`;
  if (expected === null) return check('bad', 'Split', 'unknown', 'The rows do not say which share was configured.');
  return alarm ? check('bad', 'Split', 'broken', detail) : check('good', 'Split', 'as planned', detail);
}

function unpriced(coverage, rows) {
  const n = coverage.unpriced_calls;
  if (n === 0) return check('good', 'Prices', 'all known', 'Every call of both arms has a cost.');
  return check(
    n > 0.01 * rows ? 'bad' : 'stop',
    'Prices',
    'some unknown',
    'The cost of ',
    count(n),
    ' calls is not known; they are in no sum.',
  );
}

const few = (n, name, clean, found) =>
  n === 0 ? check('good', name, 'none', clean) : check('stop', name, 'some', ...found);

export const trust = {
  id: 'trust',
  span: 3,
  title: 'Can the figures be trusted?',
  how:
    'The split is tested with a beta mixture around the configured share; the alarm is raised at odds of 1,000 to ' +
    '1 and stands for the rest of the epoch. A task counts for the arm that its first call was assigned to, ' +
    'whoever served it later: rescues by other targets are on the bill of the arm that needed them. Costs that ' +
    'nobody knows are in no sum.',
  asks: (filters, { experiment }) => (experiment ? [canaryPath(experiment)] : []),
  draw([canary]) {
    if (!canary)
      return empty('Once a route has a canary, its data are checked here before anything is concluded from them.');
    const { coverage: c, arms, sample_ratio: ratio } = canary;
    const calls = arms.primary.calls + arms.challenger.calls;
    const tasks = arms.primary.tasks + arms.challenger.tasks;
    if (tasks === 0) return empty('No task yet, so there is nothing to check.');
    const overflow = arms.primary.overflow_usd + arms.challenger.overflow_usd;
    return h(
      'ul',
      { class: 'checks' },
      split(ratio),
      check('good', 'Fallbacks', 'counted', 'A rescue by another target is paid by the arm that was assigned.'),
      few(c.crossed_tasks, 'Tasks in both arms', 'No task changed its arm.', [
        count(c.crossed_tasks),
        ' tasks name both arms.',
      ]),
      unpriced(c, calls),
      few(c.rejected, 'Unreadable rows', 'Every line was read.', [
        count(c.rejected),
        ' lines, of any route, were set aside with the reason.',
      ]),
      few(c.late, 'Late rows', 'Nothing came after its task was counted.', [
        plural(c.late, 'task'),
        ' changed after being counted.',
      ]),
      overflow > 0
        ? check('stop', 'After the window', 'some cost', usd(overflow), ' fell after the tasks’ windows.')
        : check('good', 'After the window', 'no cost', 'The window holds all that tasks cost.'),
      check(
        c.missing_outcomes > 0 ? 'stop' : 'good',
        'Feedback',
        c.missing_outcomes > 0 ? 'incomplete' : 'complete',
        canary.mode === 'feedback'
          ? [count(c.missing_outcomes), ' of ', count(tasks), ' tasks have none.']
          : 'Not used: a task succeeds when no call of it has an error.',
      ),
      few(c.tasks_without_id, 'Tasks without an id', 'Clients name all their tasks.', [
        count(c.tasks_without_id),
        ' requests stand for a task each; send X-Task-Id.',
      ]),
      h(
        'li',
        { class: 'good' },
        icon('good'),
        h('div', {}, h('span', { class: 'name' }, 'Rows'), h('span', { class: 'state' }, count(c.rows))),
        h('span', {}),
        h('span', { class: 'detail' }, count(c.duplicates), ' came again and were counted once.'),
      ),
    );
  },
};
