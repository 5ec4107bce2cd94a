// The choices at the top: which experiment, which range, and whether the page keeps itself fresh.
import { change } from './address.js';
import { h } from './dom.js';

const RANGES = [
  ['1h', 'last hour'],
  ['24h', 'last 24 hours'],
  ['7d', 'last 7 days'],
  ['30d', 'last 30 days'],
  ['all', 'everything'],
];
let drawn = '';

const label = (e) => `${e.route} · ${e.experiment || 'unnamed'}`;

/** Draws the bar anew if what can be chosen has changed. */
export function filterBar(place, experiments, chosen, filters, live, setLive) {
  const now = JSON.stringify([
    experiments.map(label),
    chosen && label(chosen),
    filters.range,
    filters.from,
    filters.to,
  ]);
  if (now === drawn) return;
  drawn = now;
  const own = filters.from || filters.to;
  const focused = place.contains(document.activeElement) ? document.activeElement.id : null;
  place.replaceChildren(
    h(
      'label',
      { for: 'experiment' },
      'Experiment',
      h(
        'select',
        { id: 'experiment', onchange: (event) => pick(experiments[event.target.selectedIndex]) },
        experiments.length === 0
          ? h('option', {}, 'none yet')
          : experiments.map((e) => h('option', { selected: e === chosen }, label(e))),
      ),
    ),
    h(
      'label',
      { for: 'range' },
      'Calls of',
      h(
        'select',
        { id: 'range', onchange: (event) => change({ range: event.target.value, from: '', to: '' }) },
        own
          ? h('option', { value: 'own', selected: true }, `${filters.from || 'the start'} to ${filters.to || 'now'}`)
          : null,
        RANGES.map(([value, text]) => h('option', { value, selected: !own && value === filters.range }, text)),
      ),
    ),
    h(
      'label',
      { class: 'live' },
      h('input', { type: 'checkbox', id: 'live', checked: live, onchange: (event) => setLive(event.target.checked) }),
      'keep fresh',
    ),
  );
  if (focused) document.getElementById(focused)?.focus();
}

const pick = (e) => change({ route: e.route, experiment: e.experiment });
