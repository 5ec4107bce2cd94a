// The filters live in the address, so that a view can be sent to someone.
const FILTERS = {
  route: '',
  experiment: '',
  range: '24h',
  from: '',
  to: '',
  statement: 'cheaper',
  x: 'tasks',
  spend: 'model',
  by: 'prompt_size',
  outcome: '',
};
const HOUR = 3_600_000;
const SPANS = { '1h': HOUR, '24h': 24 * HOUR, '7d': 168 * HOUR, '30d': 720 * HOUR };

/** The filters as the address has them. */
export function read() {
  const given = new URLSearchParams(location.search);
  return Object.fromEntries(Object.entries(FILTERS).map(([name, otherwise]) => [name, given.get(name) ?? otherwise]));
}

/** Changes filters; what is as usual is left out of the address. */
export function change(changes) {
  const all = { ...read(), ...changes };
  const wanted = new URLSearchParams();
  for (const [name, value] of Object.entries(all)) if (value && value !== FILTERS[name]) wanted.set(name, value);
  const query = wanted.toString();
  history.pushState(null, '', query ? `?${query}` : location.pathname);
  dispatchEvent(new Event('filters'));
}

/** The range as parameters; its start moves by whole minutes, so that pages opened together ask the same. */
export function range(filters) {
  if (filters.from || filters.to)
    return { ...(filters.from && { from: filters.from }), ...(filters.to && { to: filters.to }) };
  const span = SPANS[filters.range];
  if (!span) return {};
  return { from: new Date(Math.floor((Date.now() - span) / 60_000) * 60_000).toISOString().slice(0, 19) + 'Z' };
}

/** A path with its parameters; empty ones are left out. */
export function path(base, parameters = {}) {
  const query = new URLSearchParams(
    Object.entries(parameters).filter(([, value]) => value !== '' && value !== null && value !== undefined),
  ).toString();
  return query ? `${base}?${query}` : base;
}
