// Who served each arm, and why others did not.
import { path, range } from '../address.js';
import { h, table } from '../dom.js';
import { count, percentText } from '../format.js';
import { classText, skipText } from '../reasons.js';
import { empty } from '../card.js';

/** The served calls by route and arm, each with its targets. */
function groups(served) {
  const found = new Map();
  for (const each of served) {
    const name = [each.route ?? 'no route', each.arm].filter(Boolean).join(' · ');
    if (!found.has(name)) found.set(name, []);
    found.get(name).push(each);
  }
  return found;
}

const WHAT = { skipped: 'passed over', failed: 'failed', truncated: 'broke off' };

export const routing = {
  id: 'routing',
  span: 6,
  title: 'Who answered, and who was passed over',
  how:
    'Served calls of the range by route, by the arm of the task and by the target that answered. Below, every ' +
    'time a target was passed over without a call, or was called and failed, with the reason; one call can name ' +
    'several.',
  asks: (filters) => [path('v1/routing', { ...range(filters), route: filters.route })],
  draw([answer]) {
    if (answer.served.length === 0 && answer.passed_over.length === 0)
      return empty('No call was served in this range.');
    const targets = [...new Set(answer.served.map((each) => each.target))];
    const tint = (target) => `t${Math.min(5, targets.indexOf(target))}`;
    return [
      h(
        'div',
        { class: 'meters' },
        [...groups(answer.served)].map(([name, each]) => {
          const all = each.reduce((sum, one) => sum + one.calls, 0);
          return h(
            'div',
            { class: 'meter' },
            h('div', { class: 'line' }, h('strong', {}, name), h('span', {}, count(all), ' calls')),
            h(
              'div',
              { class: 'stack', 'aria-hidden': 'true' },
              each.map((one) => h('i', { class: tint(one.target), width: `${(100 * one.calls) / all}%` })),
            ),
            h(
              'ul',
              { class: 'key' },
              each.map((one) =>
                h(
                  'li',
                  { 'data-share': `${name} ${one.target}` },
                  h('i', { class: `swatch ${tint(one.target)}` }),
                  one.target ?? 'unknown',
                  ' ',
                  count(one.calls),
                  ` · ${percentText(one.calls / all)}`,
                ),
              ),
            ),
          );
        }),
      ),
      answer.passed_over.length === 0
        ? h('p', { class: 'note' }, 'Nobody was passed over and no call failed.')
        : table(
            'Passed over or failed',
            ['Target', 'What', 'Why', { text: 'Times', right: true }],
            answer.passed_over.map((each) => [
              each.target ?? 'unknown',
              WHAT[each.what] ?? each.what,
              each.what === 'skipped' ? skipText(each.reason) : classText(each.reason),
              count(each.times),
            ]),
            { tall: answer.passed_over.length > 8 },
          ),
    ];
  },
};
