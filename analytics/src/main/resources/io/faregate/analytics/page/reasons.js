// Why targets were passed over and how calls failed, in plain words.
const CLASSES = {
  connection: 'not reachable',
  timeout: 'no answer in time',
  rpm: 'over its rate limit',
  rate_limited: 'over its rate limit',
  queue_full: 'busy',
  quota_exhausted: 'out of quota',
  upstream_5xx: 'a server error',
  auth: 'its key was refused',
  model_missing: 'model missing there',
  context_length: 'the prompt is too long',
  content_policy: 'refused the content',
  bad_request: 'refused the request',
};

const plain = (name) => CLASSES[name] ?? String(name ?? 'unknown').replaceAll('_', ' ');

/** The reason of a skip; "benched:CLASS" tells what it was benched for. */
export function skipText(reason) {
  const [kind, detail] = String(reason ?? '').split(':');
  return kind === 'benched'
    ? `benched after ${plain(detail)}`
    : detail
      ? `${plain(kind)}: ${plain(detail)}`
      : plain(kind);
}

export const classText = plain;

/** Why a call ended where it did, one step after the other. */
export function story(call) {
  const steps = [];
  if (call.arm)
    steps.push(
      call.arm === 'challenger'
        ? `its task is the challenger’s (${call.assigned_target})`
        : `its task is the primary’s (${call.assigned_target})`,
    );
  for (const skip of call.skipped ?? []) steps.push(`${skip.target} passed over: ${skipText(skip.reason)}`);
  for (const attempt of call.attempts ?? []) {
    if (attempt.result !== 'served')
      steps.push(
        `${attempt.target} ${attempt.result}` +
          (attempt.class ? `: ${plain(attempt.class)}` : '') +
          (attempt.status ? ` (${attempt.status})` : ''),
      );
    if (attempt.panic) steps.push(`${attempt.target} was called in spite of its bench: nobody else was left`);
  }
  if (call.outcome === 'served') steps.push(`${call.target} answered`);
  else steps.push(`${call.outcome}${call.error_code ? `: ${call.error_code}` : ''}`);
  return `${steps.join('; ')}.`;
}
