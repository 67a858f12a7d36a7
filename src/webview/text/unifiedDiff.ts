/** One drawn row of a diff. */
export interface DiffRow {
  /** `remark`: a note in the diff, such as a missing line feed at the end. */
  readonly kind: 'added' | 'removed' | 'same' | 'gap' | 'remark';
  /** The line number in the new file, or in the old file for a removed line. */
  readonly line?: number;
  readonly text: string;
}

export interface Diff {
  readonly rows: readonly DiffRow[];
  readonly added: number;
  readonly removed: number;
  /** The number of rows of the whole diff. */
  readonly rowCount: number;
}

/** Parses a unified diff, at most `maxRows` of its rows. Lines before the first hunk name the files and are skipped. */
export function readDiff(unified: string, maxRows = Infinity): Diff {
  const rows: DiffRow[] = [];
  let added = 0;
  let removed = 0;
  let before = 0;
  let after = 0;
  let inHunk = false;
  let rowCount = 0;
  const add = (row: DiffRow): void => {
    if (rowCount < maxRows) rows.push(row);
    rowCount += 1;
  };
  for (const line of unified.replace(/\n$/, '').split('\n')) {
    const hunk = !line.startsWith('@@') ? null : /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line);
    if (hunk) {
      before = Number(hunk[1]);
      after = Number(hunk[2]);
      if (rowCount > 0) add({ kind: 'gap', text: '' });
      inHunk = true;
    } else if (inHunk && line.startsWith('+')) {
      add({ kind: 'added', line: after++, text: line.slice(1) });
      added += 1;
    } else if (inHunk && line.startsWith('-')) {
      add({ kind: 'removed', line: before++, text: line.slice(1) });
      removed += 1;
    } else if (inHunk && line.startsWith('\\')) {
      add({ kind: 'remark', text: line.slice(1).trim() });
    } else if (inHunk && !/^(diff|index|---|\+\+\+) /.test(line)) {
      add({ kind: 'same', line: after++, text: line.slice(1) });
      before += 1;
    }
  }
  return { rows, added, removed, rowCount };
}
