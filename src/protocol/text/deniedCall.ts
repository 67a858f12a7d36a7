/** The beginning of the model's text about a call that the user denied. A session file has no other sign of that. */
export const userDenied = 'The user denied this';
/** The beginnings of the texts about calls that were skipped without a denial by the user. */
export const notApproved = 'This was not approved';
export const skipped = 'Skipped:';

/** Beginnings in session files of earlier versions. */
const formerlyDenied = 'The person denied this';
const formerlySkipped = ['Nobody allowed this', 'This was not done:'];

/** Returns how a failed call was refused before it started, or nothing for a call that has started. */
export function deniedCall(output: string): 'denied' | 'not done' | undefined {
  if (output.startsWith(userDenied) || output.startsWith(formerlyDenied)) return 'denied';
  const isSkipped = [notApproved, skipped, ...formerlySkipped].some((text) => output.startsWith(text));
  return isSkipped ? 'not done' : undefined;
}
