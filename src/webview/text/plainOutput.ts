// CSI, OSC (ended by BEL or ST, or cut off), and two-character sequences.
const sequences = new RegExp(
  '\\u001b(?:\\[[0-?]*[ -/]*[@-~]|\\][^\\u0007\\u001b]*(?:\\u0007|\\u001b\\\\|$)|[PX^_][^\\u001b]*(?:\\u001b\\\\|$)|[@-Z\\\\-_=>78])|\\u001b(?:\\[[0-?]*[ -/]*)?$|\\u009b[0-?]*[ -/]*[@-~]',
  'g',
);

/** Returns a tool's output as a terminal shows it, without colours: each line as it was last written. */
export function plainOutput(text: string): string {
  const clean = text.includes('\u001b') || text.includes('\u009b') ? text.replace(sequences, '') : text;
  if (!clean.includes('\r')) return clean;
  return clean
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => {
      const written = line.split('\r').filter((part) => part !== '');
      return written.at(-1) ?? '';
    })
    .join('\n');
}
