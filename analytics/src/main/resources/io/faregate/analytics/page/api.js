// Asks this service, and nobody else.
let adminKey = null;

/** The admin key that was typed; kept in memory until the page is closed. */
export const key = { get: () => adminKey, set: (value) => (adminKey = value || null) };

export class Refused extends Error {
  constructor(status, detail) {
    super(detail);
    this.status = status;
  }
}

async function send(path, options) {
  const headers = { Accept: 'application/json', ...options.headers };
  if (adminKey) headers.Authorization = `Bearer ${adminKey}`;
  const response = await fetch(path, { ...options, headers });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refused(response.status, answer.detail ?? `HTTP ${response.status}`);
  return answer;
}

/** One look at the service: what several cards ask is asked once, so that they show the same answer. */
export class Look {
  #answers = new Map();

  get(path) {
    if (!this.#answers.has(path)) this.#answers.set(path, send(path, {}));
    return this.#answers.get(path);
  }
}

export const get = (path) => send(path, {});
export const post = (path, body) =>
  send(path, { method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } });

/** The same question for a terminal. */
export const curl = (path) => `curl -s '${new URL(path, location.href).href.replaceAll("'", '%27')}'`;
