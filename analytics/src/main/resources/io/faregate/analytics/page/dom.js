// Elements from code: text is always text, never markup.
const SVG = 'http://www.w3.org/2000/svg';

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'width' && element instanceof HTMLElement) element.style.width = value;
    else if (name === 'value' && 'value' in element) element.value = value;
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

/** An HTML element; a child may be a text, an element, a list of these, or nothing. */
export const h = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);

/** An element of a drawing. */
export const s = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

/** A table in a frame that scrolls by itself and can be reached by keyboard. */
export function table(caption, heads, rows, { tall = false } = {}) {
  return h(
    'div',
    { class: tall ? 'scroll tall' : 'scroll', tabindex: '0', role: 'region', 'aria-label': caption },
    h(
      'table',
      {},
      h('caption', { class: 'sr' }, caption),
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          heads.map((head) =>
            h(
              'th',
              { scope: 'col', class: head.right ? 'right' : null },
              head instanceof Node ? head : (head.text ?? head),
            ),
          ),
        ),
      ),
      h(
        'tbody',
        {},
        rows.map((row) =>
          h(
            'tr',
            {},
            row.map((cell, i) =>
              i === 0 ? h('th', { scope: 'row' }, cell) : h('td', { class: heads[i].right ? 'right num' : null }, cell),
            ),
          ),
        ),
      ),
    ),
  );
}

/** Buttons of which one is chosen. */
export function choice(label, options, chosen, choose) {
  return h(
    'div',
    { class: 'choice', role: 'group', 'aria-label': label },
    options.map(([value, text]) =>
      h(
        'button',
        {
          type: 'button',
          'aria-pressed': String(value === chosen),
          onclick: () => choose(value),
        },
        text,
      ),
    ),
  );
}
