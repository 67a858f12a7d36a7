/** The limit of old lines times new lines. A larger comparison would block the extension host. */
const maxComparisons = 4_000_000;

/**
 * Returns a unified diff that removes all old lines and adds all new ones. Returns nothing for texts that are small
 * enough to compare line by line.
 */
export function replaceAllDiff(before: string, after: string): string | undefined {
  const old = linesOf(before);
  const fresh = linesOf(after);
  if (old.length > 0 && fresh.length > 0 && old.length * fresh.length <= maxComparisons) return undefined;
  const rows = [...signed('-', before, old), ...signed('+', after, fresh)];
  return [`@@ -${range(old)} +${range(fresh)} @@`, ...rows, ''].join('\n');
}

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

function range(lines: readonly string[]): string {
  return `${lines.length === 0 ? 0 : 1},${lines.length}`;
}

function signed(sign: '-' | '+', text: string, lines: readonly string[]): readonly string[] {
  const rows = lines.map((line) => sign + line);
  return text === '' || text.endsWith('\n') ? rows : [...rows, '\\ No newline at end of file'];
}
