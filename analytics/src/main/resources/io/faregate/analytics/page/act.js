// Acting on the verdict: first what will happen, then the word of someone who holds the admin key.
import { get, key, post, Refused } from './api.js';
import { h } from './dom.js';
import { word } from './words.js';

const dialog = document.getElementById('dialog');

/** Shows a dialog and completes with what it was closed with; null when it was left. */
function ask(title, content, close = () => {}) {
  return new Promise((resolve) => {
    const end = (value) => {
      dialog.close();
      resolve(value);
    };
    dialog.replaceChildren(h('h2', { id: 'dialog-title' }, title), ...content(end));
    dialog.addEventListener(
      'close',
      () => {
        close();
        resolve(null);
      },
      { once: true },
    );
    dialog.showModal();
    dialog.querySelector('[autofocus]')?.focus();
  });
}

const leave = (end) => h('button', { type: 'button', onclick: () => end(null) }, 'Cancel');
const form = (submit, ...children) =>
  h(
    'form',
    {
      onsubmit: (event) => {
        event.preventDefault();
        submit(event.target);
      },
    },
    children,
  );

/** Asks for the admin key; true once one was given. */
export async function askKey(why, wrong) {
  const given = await ask('Admin key', (end) => [
    form(
      (f) => end(f.elements.key.value),
      h('p', {}, why),
      wrong ? h('p', { class: 'failed', role: 'alert' }, wrong) : null,
      h(
        'label',
        {},
        'Key',
        h('input', { name: 'key', type: 'password', autocomplete: 'off', required: true, autofocus: true }),
      ),
      h('p', { class: 'note' }, 'It is kept in this page’s memory alone and forgotten when the page is closed.'),
      h('div', { class: 'row' }, leave(end), h('button', { class: 'strong' }, 'Use this key')),
    ),
  ]);
  if (given !== null) key.set(given);
  return given !== null;
}

/** What the routers have in force, once the key fits. */
async function control(route) {
  let wrong = null;
  for (;;) {
    if (!key.get() && !(await askKey(`Changing route ${route} needs the admin key of the routers.`, wrong)))
      return null;
    try {
      return await get(`v1/canary/${encodeURIComponent(route)}/control`);
    } catch (problem) {
      if (!(problem instanceof Refused) || problem.status !== 401) throw problem;
      key.set(null);
      wrong = 'This is not the admin key.';
    }
  }
}

const random = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** What was seen in the dialog must still hold when the change is made; routers that differ are told no condition. */
const expected = (routers) => {
  const [first] = routers;
  const same = routers.every((r) =>
    ['experiment', 'percent', 'primary', 'challenger'].every((name) => r[name] === first[name]),
  );
  return same
    ? { experiment: first.experiment, percent: first.percent, primary: first.primary, challenger: first.challenger }
    : undefined;
};

const ACTS = {
  promote: {
    button: 'Promote …',
    title: (c, now) => `Promote ${now.challenger}?`,
    confirm: (c) => (c.decision.verdict === 'promote' ? 'Promote' : 'Promote without the proof'),
    tone: 'strong',
    will: (c, now) => [
      `${now.challenger} answers the tasks of route ${c.route} first.`,
      `${now.primary} becomes the challenger and keeps ${now.percent} % of the tasks, as a check.`,
      'A new epoch begins. “Roll back” undoes it.',
    ],
    doubt: (c) =>
      c.decision.verdict === 'promote'
        ? null
        : `The verdict is “${word(c).text}”: that the challenger is cheaper and no worse is not proven.`,
  },
  rollback: {
    button: 'Roll back …',
    title: (c) => `Roll back route ${c.route}?`,
    confirm: () => 'Roll back',
    tone: 'danger',
    will: (c, now) => [
      `The challenger (now ${now.challenger}, ${now.percent} % of the tasks) gets no task any more.`,
      'Every task goes to the primary that the configuration file names.',
      'The figures so far stay. “Change the share” starts the canary again.',
    ],
    doubt: () => null,
  },
  share: {
    button: 'Change the share …',
    title: (c) => `Change the challenger’s share on ${c.route}`,
    confirm: () => 'Change the share',
    tone: 'strong',
    will: (c, now) => [
      `Now ${now.percent} % of the tasks go to ${now.challenger}.`,
      'A new share begins a new epoch: the proof starts anew, since stretches of different shares must not be pooled.',
    ],
    doubt: () => null,
  },
};

async function act(name, canary, refresh) {
  const route = canary.route;
  let seen;
  try {
    seen = await control(route);
  } catch (problem) {
    return tell('This cannot be done', problem.message);
  }
  if (!seen) return undefined;
  const routers = seen.routers.filter((r) => !r.problem);
  const away = seen.routers.filter((r) => r.problem);
  if (routers.length === 0)
    return tell(
      'No router answers',
      away.map((r) => `${r.router}: ${r.problem}`).join('\n') || 'The configuration names none: analytics.routers.',
    );
  const of = ACTS[name];
  const [now] = routers;
  const doubt = of.doubt(canary);
  const change = await ask(of.title(canary, now), (end) => [
    form(
      (f) => end({ percent: f.elements.percent ? Number(f.elements.percent.value) : undefined }),
      h(
        'div',
        { class: 'what' },
        h('strong', {}, 'This will happen'),
        h(
          'ul',
          {},
          of.will(canary, now).map((line) => h('li', {}, line)),
        ),
        h('p', { class: 'note' }, `At once, on ${routers.map((r) => r.router).join(', ')}.`),
      ),
      doubt ? h('p', { class: 'notice' }, doubt) : null,
      away.length
        ? h('p', { class: 'notice' }, `Not reached and left as is: ${away.map((r) => r.router).join(', ')}`)
        : null,
      expected(routers)
        ? null
        : h('p', { class: 'notice' }, 'The routers do not have the same in force; all are set to the same.'),
      name === 'share'
        ? h(
            'label',
            {},
            'Share of the tasks, percent',
            h('input', {
              name: 'percent',
              type: 'number',
              min: 0,
              max: 100,
              step: 'any',
              required: true,
              value: now.percent,
              autofocus: true,
            }),
          )
        : null,
      h(
        'div',
        { class: 'row' },
        leave(end),
        h('button', { class: of.tone, autofocus: name !== 'share' }, of.confirm(canary)),
      ),
    ),
  ]);
  if (!change) return undefined;
  try {
    await post(`v1/canary/${encodeURIComponent(route)}/${name}`, {
      ...change,
      record_id: random(),
      expected: expected(routers),
      reasons: [`from the dashboard; the verdict was ${canary.decision.verdict}`],
    });
    await tell('Done', `${of.confirm(canary)}: in force on ${routers.map((r) => r.router).join(', ')}.`);
  } catch (problem) {
    await tell('It was not done everywhere', problem.message);
  }
  return refresh();
}

const tell = (title, text) =>
  ask(title, (end) => [
    form(
      () => end(true),
      text.split('\n').map((line) => h('p', {}, line)),
      h('div', { class: 'row' }, h('button', { autofocus: true }, 'Close')),
    ),
  ]);

/** What stands in the place of the buttons where the service could not make a change. */
const keyless = () =>
  h(
    'p',
    { class: 'note acts' },
    'Promoting, rolling back and changing the share from here need an admin key, and none is set. Set the variable ' +
      'FAREGATE_ADMIN_KEY (or the one that analytics.admin_key_env and auth.admin_key_env name) for the router and ' +
      'for this service, add auth: {} to the configuration if it has no auth, and start both again.',
  );

/** The buttons beside a verdict. */
export const acts = (canary, refresh) => (canary.promotion?.acting === false ? keyless() : buttons(canary, refresh));

const buttons = (canary, refresh) =>
  h(
    'div',
    { class: 'acts', role: 'group', 'aria-label': `Act on ${canary.route}` },
    Object.entries(ACTS).map(([name, of]) =>
      h(
        'button',
        {
          type: 'button',
          class: name === canary.decision.verdict ? of.tone : null,
          onclick: () => act(name, canary, refresh),
        },
        of.button,
      ),
    ),
  );
