// Verdicts and states in plain words, each with a shape and a colour.
const WORDS = {
  promote: ['Promote', 'promote', 'good'],
  rollback: ['Roll back', 'rollback', 'bad'],
  blocked: ['Do not trust', 'blocked', 'doubt'],
  stop_no_saving: ['Stop: no saving', 'stop', 'stop'],
  stop_inconclusive: ['Stop: no proof', 'stop', 'stop'],
};

/** The word of an experiment's answer; before the burn-in is over, nothing is said of running on. */
export function word(canary) {
  const { verdict } = canary.decision;
  const [text, icon, tone] =
    WORDS[verdict] ??
    (canary.gates.tasks && canary.gates.effective_tasks
      ? ['Keep running', 'continue', 'on']
      : ['Too early', 'early', 'early']);
  return { text, icon, tone };
}

/** The word of a verdict alone. */
export const verdictText = (verdict) => WORDS[verdict]?.[0] ?? 'Keep running';

export const STATES = {
  proven: ['Proven', 'good', 'good'],
  open: ['Not yet', 'open', 'on'],
  broken: ['Broken', 'bad', 'bad'],
};

/** Of a statement without a bound, which is neither a proof nor a lack of one; its reason says what is too little. */
export const NO_BOUND = ['No bound yet', 'early', 'early'];
