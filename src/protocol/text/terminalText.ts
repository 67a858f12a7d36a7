// Escape sequences of ECMA-48: command strings (OSC, DCS, …) up to their terminator, and control sequences. Node's
// `stripVTControlCharacters` leaves most command strings and private control sequences in the text.
const strings = /\u001b[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)/g;
const controls = /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]/g;
const others = /\u001b[ -/]*[0-~]/g;
/** An incomplete sequence, which the next chunk will complete. */
const unfinished = /\u001b(?:\[[0-?]*[ -/]*|[\]PX^_][^\u0007\u001b]*|[ -/]*)$/;
const invisible = /[\u0000-\u0007\u000b\u000c\u000e-\u001a\u001c-\u001f\u007f]/g;
const sgr = /\u001b\[[\d;:]*m/g;
/** Control sequences for styles and for erasing in a line. All others, such as cursor moves, are ignored. */
const supported = /^\u001b\[(?:[\d;:]*m|[012]?K)$/;
/** An escape character that starts no such sequence. */
const stray = /\u001b(?!\[(?:[\d;:]*m|[012]?K))\[?/g;
const reset = '\u001b[0m';

/**
 * Returns the text that a terminal would show for a program's output, without colours and without text that was
 * overwritten after a backspace or a carriage return. Omits an incomplete sequence at the end.
 */
export function stripAnsi(raw: string): string {
  const shown = keepSgr(raw);
  return shown.includes('\u001b') ? shown.replace(sgr, '') : shown;
}

/**
 * Returns the text that a terminal would show, with its SGR sequences for `styledRuns`. Ends styled text with a reset,
 * so that text appended to it is plain.
 */
export function keepSgr(raw: string): string {
  if (!/[\u0000-\u0008\u000b-\u001f\u007f\u009b\ud800-\udfff]/.test(raw)) return raw;
  const text = raw
    .replace(unfinished, '')
    .replace(strings, '')
    .replace(invisible, '')
    .replace(controls, (sequence) => (supported.test(sequence) ? sequence : ''))
    .replace(others, (sequence) => (sequence === '\u001b[' ? sequence : ''))
    .replace(stray, '')
    .replaceAll('\r\n', '\n');
  const styles = new LineStyles();
  const lines = text.split('\n').map((line) => styles.show(line));
  return (lines.join('\n') + styles.end()).toWellFormed();
}

interface Cell {
  readonly character: string;
  readonly style: string;
}

/** The limit of combined SGR sequences. Only the last ones affect the style. */
const maxStyleLength = 200;

/** Renders lines one by one and passes the style of each on to the next. */
class LineStyles {
  private style = '';
  /** The style at the end of the output. */
  private written = '';

  show(line: string): string {
    const before = this.change(this.style);
    if (!/[\u0008\r]|\u001b\[[012]?K/.test(line)) {
      for (const [sequence] of line.matchAll(sgr)) this.apply(sequence);
      this.written = this.style;
      return before + line;
    }
    const cells = this.cellsOf(line);
    return before + cells.map(({ character, style }) => this.change(style) + character).join('');
  }

  end(): string {
    return this.change('');
  }

  /** Renders a line that overwrites parts of itself. */
  private cellsOf(line: string): readonly Cell[] {
    const cells: Cell[] = [];
    let cursor = 0;
    for (const [part] of line.matchAll(/\u001b\[[\d;:]*[mK]|[\u0008\r]|[^\u001b\u0008\r]+/g)) {
      if (part === '\r') cursor = 0;
      else if (part === '\b') cursor = Math.max(0, cursor - 1);
      else if (part.endsWith('m') && part.startsWith('\u001b')) this.apply(part);
      else if (part.startsWith('\u001b')) {
        // Programs erase a line before they write it again, so the cursor moves to its start.
        if (/[12]K$/.test(part)) cursor = 0;
        cells.length = cursor;
      } else {
        for (const character of part) cells[cursor++] = { character, style: this.style };
      }
    }
    return cells;
  }

  private apply(sequence: string): void {
    const resets = /^\u001b\[[0;:]*m$/.test(sequence);
    const style = resets ? '' : this.style.endsWith(sequence) ? this.style : this.style + sequence;
    this.style = style.length > maxStyleLength ? sequence : style;
  }

  private change(style: string): string {
    if (style === this.written) return '';
    const from =
      this.written === '' || (this.written !== '' && style.startsWith(this.written)) ? this.written : reset;
    this.written = style;
    return from === reset ? reset + style : style.slice(from.length);
  }
}
