// What to do about each experiment, why, and the way to do it.
import { path } from './address.js';
import { h } from './dom.js';
import { icon } from './icon.js';
import { count, plural, sentence, time, usdText } from './format.js';
import { acts } from './act.js';
import { change } from './address.js';
import { promotion } from './promotion.js';
import { word } from './words.js';
import { empty } from './card.js';

const MOST = 8;
const shown = new WeakMap();

/** Where an experiment's answer is. */
export const canaryPath = (e) => path(`v1/canary/${encodeURIComponent(e.route)}`, { experiment: e.experiment });

/** Draws a bar for the chosen experiment, and smaller ones for the others. */
export async function verdicts(place, look, known, refresh) {
  const first = known.experiment;
  if (!first) {
    place.replaceChildren(noExperiment());
    return;
  }
  const others = known.experiments.filter((e) => e !== first).slice(0, MOST);
  const answers = await Promise.all(
    [first, ...others].map((e) => look.get(canaryPath(e)).catch((problem) => ({ problem }))),
  );
  const now = JSON.stringify(
    answers.map((a) => [a.problem?.message, a.route, a.experiment, a.decision, a.arms, a.relative_cost, a.promotion]),
  );
  if (
    shown.get(place) === now ||
    (place.contains(document.activeElement) &&
      shown.has(place) &&
      document.activeElement.matches('button') &&
      sameWords(place, answers))
  )
    return;
  shown.set(place, now);
  const open = place.querySelector('.promotion')?.open ?? true;
  place.replaceChildren(
    ...answers.map((answer, i) => (answer.problem ? failure(answer.problem) : bar(answer, i === 0, refresh))),
  );
  const told = place.querySelector('.promotion');
  if (told) told.open = open;
}

const sameWords = (place, answers) =>
  [...place.querySelectorAll('.word h2')].map((e) => e.textContent).join() ===
  answers
    .filter((a) => !a.problem)
    .map((a) => word(a).text)
    .join();

const failure = (problem) => h('p', { class: 'failed', role: 'alert' }, problem.message);

function bar(canary, large, refresh) {
  const { text, icon: shape, tone } = word(canary);
  const { primary, challenger } = canary.arms;
  const { reasons, missing, warnings = [] } = canary.decision;
  return h(
    'article',
    { class: `verdict ${tone} ${large ? 'large' : 'small'}`, 'aria-label': `Verdict for ${canary.route}` },
    h('div', { class: 'word' }, icon(shape), h('h2', {}, text)),
    h(
      'div',
      { class: 'why' },
      h('p', { class: 'headline' }, `${reasons.map(sentence).join('. ')}.`),
      large && missing.length
        ? h(
            'ul',
            { class: 'missing', 'aria-label': 'Still missing' },
            missing.map((m) => h('li', {}, sentence(m))),
          )
        : null,
      large ? warnings.map((w) => h('p', { class: 'missing' }, `Note: ${w}`)) : null,
      large ? saving(canary) : null,
      large ? promotion(canary.promotion) : null,
      h(
        'p',
        { class: 'about' },
        h('span', {}, 'Route ', h('strong', {}, canary.route), canary.experiment ? ` · ${canary.experiment}` : ''),
        h(
          'span',
          {},
          'challenger ',
          h('strong', {}, challenger.target ?? 'unknown'),
          ' against ',
          h('strong', {}, primary.target ?? 'unknown'),
        ),
        h('span', {}, count(primary.tasks + challenger.tasks), ' tasks'),
        canary.from ? h('span', {}, 'since ', time(canary.from)) : null,
      ),
    ),
    large
      ? acts(canary, refresh)
      : h(
          'div',
          { class: 'acts' },
          h(
            'button',
            { type: 'button', onclick: () => change({ route: canary.route, experiment: canary.experiment }) },
            'Look at it',
            h('span', { class: 'sr' }, ` (${canary.route} ${canary.experiment})`),
          ),
        ),
  );
}

/** What the bound is worth in money; the same bound that the verdict rests on. */
function saving(canary) {
  const bound = canary.relative_cost.stress_high ?? canary.relative_cost.high;
  const mean = canary.arms.primary.cost_per_task_usd.value;
  if (bound === null || bound === undefined || mean === null || bound >= 0 || !canary.gates.tasks) return null;
  return h('p', {}, `Worth at least ${usdText(-bound * mean * 1000)} per 1,000 tasks, with room for a dear task.`);
}

function noExperiment() {
  return h(
    'article',
    { class: 'verdict early', 'aria-label': 'No experiment yet' },
    h('div', { class: 'word' }, icon('early'), h('h2', {}, 'Nothing to judge yet')),
    h(
      'div',
      { class: 'why' },
      empty(
        'No route has a canary and no call came with one. Give a route a challenger in faregate.yaml, then send ' +
          `${plural(100, 'task')} or more.`,
        'routes:\n  agent:\n    targets: [muse-spark, grok]\n    canary: { challenger: deepseek, percent: 5, ' +
          'experiment: first-try }',
      ),
    ),
  );
}
