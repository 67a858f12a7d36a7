/** One line of the output of a search: a place that opens, and the text that was found there. */
export interface SearchHit {
  /** Relative to the thread's folder, or absolute. Undefined for a line that names no file. */
  readonly path?: string;
  readonly line?: number;
  /** The place as the tool wrote it. */
  readonly place: string;
  readonly text: string;
}

/** Reads the output of `grep`, `find` and `ls`, whose names are relative to the searched path. */
export function searchHits(name: string, output: string, searched: string): readonly SearchHit[] {
  return output
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => (name === 'grep' ? grepLine(line, searched) : nameLine(line, searched)));
}

/** Reads `path:12: text` of a hit, or `path-12- text` of a line around one. */
function grepLine(whole: string, searched: string): SearchHit {
  const match = /^(.+?)(?::(\d{1,9}):|-(\d{1,9})-) ?(.*)$/.exec(whole);
  if (!match) return { place: '', text: whole };
  const [, file = '', hit, around, text = ''] = match;
  const line = Number(hit ?? around);
  return { path: inside(searched, file), line, place: `${file}:${line}`, text };
}

function nameLine(whole: string, searched: string): SearchHit {
  const isNote = whole.trim() === '' || /^[[(]|^No files found|\.\.\.$/.test(whole);
  // A folder doesn't open in an editor.
  if (isNote || whole.endsWith('/')) return { place: '', text: whole };
  return { path: inside(searched, whole), place: whole, text: '' };
}

/** A search of a single file names the file alone. */
function inside(searched: string, name: string): string {
  if (searched === '' || searched === '.' || /^(?:\/|[a-z]:|~)/i.test(name)) return name;
  const folder = searched.replace(/[/\\]+$/, '');
  const last = folder.slice(Math.max(folder.lastIndexOf('/'), folder.lastIndexOf('\\')) + 1);
  return name === last && /\.[^.]+$/.test(last) ? folder : `${folder}/${name}`;
}
