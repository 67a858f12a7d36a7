/** Lines before times lines after, above which a comparison would keep the extension host for long. */
const dear = 4_000_000;

/**
 * A unified diff that takes every line away and puts every line anew. Nothing where lines are to be compared instead:
 * there are some on both sides, and not too many.
 */
export function replaceAllDiff(before: string, after: string): string | undefined {
  const old = linesOf(before);
  const fresh = linesOf(after);
  if (old.length > 0 && fresh.length > 0 && old.length * fresh.length <= dear) return undefined;
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
