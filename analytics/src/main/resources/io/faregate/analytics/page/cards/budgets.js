// Today's spend against its caps.
import { h } from '../dom.js';
import { count, time, usd, usdText, percentText } from '../format.js';
import { empty } from '../card.js';

const NEAR = 0.8;

const name = (budget) => {
  if (budget === 'global') return 'Everybody';
  const [kind, ...rest] = budget.split(':');
  return `${kind === 'key' ? 'Key' : 'Route'} ${rest.join(':')}`;
};

function meter({
  name: id,
  cap_usd: cap,
  file_cap_usd: file,
  charged_usd: charged,
  projected_usd: projected,
  refused,
}) {
  const share = cap ? charged / cap : cap === 0 ? 1 : null;
  const fill =
    share === null
      ? null
      : h('i', { class: share >= 1 ? 'over' : share >= NEAR ? 'near' : null, width: `${Math.min(100, 100 * share)}%` });
  return h(
    'div',
    { class: 'meter', 'data-budget': id },
    h(
      'div',
      { class: 'line' },
      h('strong', {}, name(id)),
      h('span', {}, usd(charged), cap === null ? ' · no daily cap' : [' of ', usd(cap)]),
    ),
    fill &&
      h(
        'span',
        {
          class: 'bar',
          role: 'meter',
          'aria-label': `${name(id)}: charged today`,
          'aria-valuemin': '0',
          'aria-valuemax': String(cap),
          'aria-valuenow': String(Math.min(charged, cap)),
          'aria-valuetext': `${usdText(charged)} of ${usdText(cap)}`,
        },
        fill,
      ),
    h(
      'div',
      { class: 'sub' },
      cap === file ? null : `Changed at run time; the file says ${file === null ? 'no cap' : usdText(file)}. `,
      share === null ? null : `${percentText(share)} of the cap. `,
      projected === null ? null : ['At today’s pace ', usd(projected), ' by midnight. '],
      refused > 0 ? [h('strong', {}, count(refused)), ' calls refused for want of budget.'] : null,
    ),
  );
}

export const budgets = {
  id: 'budgets',
  span: 4,
  title: 'Today against the caps',
  how:
    'What the budgets were charged since midnight in their time zone: the cost of each call, or its whole ' +
    'reservation where the cost is not known. The caps are those that the routers have in force, a change over ' +
    'their admin surface included; where none of them tells, those of the configuration file as it is ' +
    'now. The pace is the day so far, drawn out to its end; it is shown once a twentieth of the day is over.',
  asks: () => ['v1/budgets'],
  draw([answer]) {
    const shown = answer.budgets.filter((b) => b.cap_usd !== null || b.calls > 0);
    if (shown.length === 0)
      return empty(
        'Nothing was spent today, and there is no daily cap. Set one:',
        'budgets: { per_request_usd: 0.05, per_task_usd: 1.00, daily_usd: 25.00 }',
      );
    const { from: told, problem } = answer.caps;
    return [
      h('div', { class: 'meters' }, shown.map(meter)),
      problem ? h('p', { class: 'note' }, `${told === 'file' ? 'Caps of the file' : 'Caps'}: ${problem}.`) : null,
      h('p', { class: 'note' }, 'The day began at ', time(answer.from), ` UTC (midnight in ${answer.time_zone}).`),
    ];
  },
};
