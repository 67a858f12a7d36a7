/** What a model is told of a call that a person denied begins with this. A session file has no other sign of it. */
export const personDenied = 'The person denied this';
/** And of a call that was refused without a word from the person, with one of these. */
export const nobodyAllowed = 'Nobody allowed this';
export const notDone = 'This was not done:';

/** How a call that failed was refused before it began; undefined when it began and went wrong. */
export function deniedCall(output: string): 'denied' | 'not done' | undefined {
  if (output.startsWith(personDenied)) return 'denied';
  return output.startsWith(nobodyAllowed) || output.startsWith(notDone) ? 'not done' : undefined;
}
