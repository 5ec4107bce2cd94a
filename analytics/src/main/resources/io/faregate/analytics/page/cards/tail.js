// The dearest tasks: what a mean hides.
import { path } from '../address.js';
import { h, table } from '../dom.js';
import { count, percentText, signedPercentText, time, usd } from '../format.js';
import { canaryPath } from '../verdict.js';
import { empty } from '../card.js';

function arm(name, own, estimates) {
  const share = own.cost_usd > 0 ? own.dearest_usd / own.cost_usd : null;
  return h(
    'div',
    { 'data-arm': name },
    h('h3', {}, name === 'primary' ? 'Primary' : 'Challenger'),
    own.dearest.length === 0
      ? h('p', { class: 'note' }, 'No counted task yet.')
      : [
          h(
            'p',
            { class: 'note' },
            `The dearest ${own.dearest.length} of `,
            count(own.tasks),
            ` tasks are ${share === null ? 'none' : percentText(share)} of the arm’s cost; ` +
              'by their spread the tasks weigh as much as ',
            count(Math.round(estimates.effective_tasks)),
            ' equal ones.',
          ),
          table(
            `Dearest tasks of the ${name}`,
            ['Task', { text: 'Cost', right: true }, { text: 'Calls', right: true }],
            own.dearest.map((task) => [
              [
                h('a', { href: `v1/tasks/${encodeURIComponent(task.task_id)}` }, task.task_id),
                h('div', { class: 'note' }, time(task.started)),
              ],
              usd(task.cost_usd),
              count(task.calls),
            ]),
          ),
        ],
  );
}

export const tail = {
  id: 'tail',
  span: 6,
  title: 'The dearest tasks',
  how:
    'Counted tasks of each arm by what they cost within their window. “One more like this” adds tail_stress times ' +
    'the dearest task of either arm, or the budget per task if that is larger, to the challenger’s bill and looks ' +
    'at the bound again; the verdict must survive it. Tasks that have not happened yet no formula can see: a ' +
    'budget per task is the answer to those.',
  asks: (filters, { experiment }) =>
    experiment
      ? [
          path(`v1/canary/${encodeURIComponent(experiment.route)}/tail`, { experiment: experiment.experiment }),
          canaryPath(experiment),
        ]
      : [],
  draw([answer, canary]) {
    if (!answer || answer.arms.primary.tasks + answer.arms.challenger.tasks === 0)
      return empty('The dearest tasks appear with the first counted ones.');
    const { high, stress_high: stress } = canary.relative_cost;
    return [
      high === null || stress === null
        ? null
        : h(
            'p',
            {},
            'The challenger’s cost is at most ',
            h('strong', {}, signedPercentText(high)),
            ' against the primary’s; with one more task like the dearest, at most ',
            h('strong', {}, signedPercentText(stress)),
            '.',
          ),
      h(
        'div',
        { class: 'two' },
        arm('primary', answer.arms.primary, canary.arms.primary),
        arm('challenger', answer.arms.challenger, canary.arms.challenger),
      ),
    ];
  },
};
