// The frame of a card: its head, its body, how its figures come about, and how to ask for them.
import { h } from './dom.js';
import { curl } from './api.js';

const COPY = 'copy as curl';
const DARK = matchMedia('(prefers-color-scheme: dark)');

async function copy(text, button) {
  const said = button.firstChild;
  try {
    await navigator.clipboard.writeText(text);
    said.data = 'copied';
    setTimeout(() => (said.data = COPY), 2000);
  } catch {
    // Without the right to the clipboard the command is shown, to be copied by hand.
    button.replaceWith(h('code', {}, text));
  }
}

/**
 * A card of the page.
 *
 * `asks(filters, known)` gives the paths it shows, `draw(answers, filters, known)` its body; `how` says how the figures
 * come about. A card whose answers are as before is left as it is, and so is one that someone is working in.
 */
export class Card {
  #of;
  #paths = [];
  #shown = null;

  constructor(of) {
    this.#of = of;
    this.body = h('div', { class: 'body' }, h('p', { class: 'note' }, 'Loading …'));
    this.tools = h('div', {});
    const title = `${of.id}-title`;
    this.element = h(
      'section',
      { class: `card span-${of.span}`, id: of.id, 'aria-labelledby': title, 'aria-busy': 'true' },
      h('header', {}, h('h2', { id: title }, of.title), this.tools),
      this.body,
      h(
        'footer',
        {},
        h('details', {}, h('summary', {}, 'How computed'), h('p', {}, of.how)),
        h(
          'button',
          {
            type: 'button',
            class: 'plain',
            onclick: (event) => copy(this.#paths.map(curl).join('\n'), event.currentTarget),
          },
          COPY,
          h('span', { class: 'sr' }, `: ${of.title}`),
        ),
      ),
    );
  }

  async refresh(look, filters, known) {
    const paths = this.#of.asks(filters, known);
    try {
      const answers = await Promise.all(paths.map((path) => look.get(path)));
      this.#show(paths, answers, filters, known);
    } catch (problem) {
      this.#shown = null;
      this.body.replaceChildren(h('p', { class: 'failed', role: 'alert' }, problem.message));
    }
    this.element.setAttribute('aria-busy', 'false');
  }

  #show(paths, answers, filters, known) {
    this.#paths = paths;
    // Plots have their colours drawn in.
    const now = JSON.stringify([answers, filters, DARK.matches]);
    const samePlace =
      this.#shown !== null && this.body.contains(document.activeElement) && document.activeElement.tagName !== 'BUTTON';
    if (now === this.#shown || (samePlace && this.#filters === JSON.stringify(filters))) return;
    const focused = this.element.contains(document.activeElement) ? document.activeElement.textContent : null;
    const open = [...this.body.querySelectorAll('details')].map((details) => details.open);
    this.#shown = now;
    this.#filters = JSON.stringify(filters);
    const drawn = [this.#of.draw(answers, filters, known)].flat();
    this.body.replaceChildren(...drawn.filter(Boolean));
    this.tools.replaceChildren(...[this.#of.tools?.(answers, filters) ?? []].flat());
    [...this.body.querySelectorAll('details')].forEach((details, i) => (details.open = open[i] ?? details.open));
    if (focused !== null)
      [...this.element.querySelectorAll('button')].find((button) => button.textContent === focused)?.focus();
  }

  #filters = null;
}

/** What to do where there is nothing to show. */
export const empty = (text, command) =>
  h('div', { class: 'empty' }, h('p', {}, text), command ? h('pre', { tabindex: '0' }, command) : null);
