// Starts the page: filters, verdicts, cards, and a fresh look every few seconds.
import { Look, Refused } from './api.js';
import { read } from './address.js';
import { Card } from './card.js';
import { h } from './dom.js';
import { filterBar } from './filters.js';
import { askKey } from './act.js';
import { verdicts } from './verdict.js';
import { trust } from './cards/trust.js';
import { scorecard } from './cards/scorecard.js';
import { statements } from './cards/statements.js';
import { history } from './cards/history.js';
import { tail } from './cards/tail.js';
import { budgets } from './cards/budgets.js';
import { spend } from './cards/spend.js';
import { incidents } from './cards/incidents.js';
import { refusals } from './cards/refusals.js';
import { routing } from './cards/routing.js';
import { fallthrough } from './cards/fallthrough.js';
import { slices } from './cards/slices.js';
import { requests } from './cards/requests.js';

const EVERY_MILLIS = 10_000;
/** The cards that come with the verdict: all of one answer. */
const FIRST = 3;
const status = document.getElementById('status');
const cards = [
  trust,
  scorecard,
  statements,
  history,
  incidents,
  budgets,
  spend,
  fallthrough,
  refusals,
  routing,
  tail,
  slices,
  requests,
].map((of) => new Card(of));
document.getElementById('cards').append(...cards.map((card) => card.element));

let live = true;
let turn = 0;
let timer = 0;

/** The experiment that is shown: the one asked for, else the one with the newest call. */
const chosen = (experiments, filters) =>
  experiments.find(
    (e) =>
      (!filters.route || e.route === filters.route) && (!filters.experiment || e.experiment === filters.experiment),
  ) ?? (filters.route ? { route: filters.route, experiment: filters.experiment } : null);

async function look() {
  clearTimeout(timer);
  const mine = ++turn;
  const look = new Look();
  const filters = read();
  try {
    const { experiments } = await look.get('v1/canary');
    if (mine !== turn) return;
    const known = { experiments, experiment: chosen(experiments, filters) };
    filterBar(document.getElementById('filters'), experiments, known.experiment, filters, live, (on) => {
      live = on;
      schedule();
    });
    // The verdict and what it rests on come first; a busy database must not keep them waiting for the rest.
    await Promise.all([
      verdicts(document.getElementById('verdicts'), look, known, refresh),
      ...cards.slice(0, FIRST).map((card) => card.refresh(look, filters, known)),
    ]);
    document.documentElement.dataset.verdict = 'true';
    await Promise.all(cards.slice(FIRST).map((card) => card.refresh(look, filters, known)));
    if (mine === turn)
      status.replaceChildren(
        'As of ',
        h('time', { datetime: new Date().toISOString() }, new Date().toISOString().slice(11, 19)),
        ' UTC',
      );
    document.documentElement.dataset.ready = 'true';
  } catch (problem) {
    if (problem instanceof Refused && problem.status === 401) {
      status.textContent = 'The admin key is needed.';
      if (
        await askKey('This service is reached from other machines, so it wants the admin key before it shows anything.')
      )
        return refresh();
    }
    status.textContent = `The service did not answer: ${problem.message}`;
  }
  if (mine === turn) schedule();
}

function schedule() {
  clearTimeout(timer);
  if (live && !document.hidden) timer = setTimeout(look, EVERY_MILLIS);
}

/** A look at once, in place of the next one. */
function refresh() {
  return look();
}

addEventListener('filters', refresh);
addEventListener('popstate', refresh);
document.addEventListener('visibilitychange', () => (document.hidden ? clearTimeout(timer) : live && look()));
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', refresh);
look();
