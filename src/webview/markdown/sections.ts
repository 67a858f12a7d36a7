import { closesFence, fenceAt } from './blocks';

/** A section ends before the next block after this many characters. */
const usualCharacters = 4_000;
/** A block that is longer is cut before a line that isn't indented, such as the next item of a list. */
const maxBlockCharacters = 8_000;
/** A block without such a line is cut at the end of any line. */
const maxCharacters = 12_000;
/** Code costs little, and a block of code should stay whole. */
const maxCodeCharacters = 200_000;

const delimiters = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/**
 * Cuts a growing text into sections that are drawn one by one. A cut depends only on the text before it, so a text has the
 * same sections however it arrives. A section that continues a block of code or a table begins with the lines that
 * opened the block.
 */
export class Sections {
  /** Finished sections. */
  readonly finished: string[] = [];
  private source = '';
  private start = 0;
  private at = 0;
  private opening = '';
  private fence: { readonly marker: string; readonly line: string } | undefined;
  private tableHead = '';
  private lineBefore = '';

  /** The section that is still growing. */
  get last(): string {
    return this.opening + this.source.slice(this.start);
  }

  append(text: string): void {
    this.source += text;
    for (;;) {
      const end = this.source.indexOf('\n', this.at);
      const lineEnd = end < 0 ? this.source.length : end;
      if (lineEnd - this.start > this.limit && this.at === this.start) {
        this.cutWithinLine();
        continue;
      }
      if (lineEnd > this.at && lineEnd - this.start > this.limit) {
        this.cut(this.at);
        continue;
      }
      if (end < 0) return;
      this.readLine(this.source.slice(this.at, end + 1));
      this.at = end + 1;
    }
  }

  private get limit(): number {
    return this.fence === undefined ? maxCharacters : maxCodeCharacters;
  }

  private readLine(line: string): void {
    const { fence } = this;
    if (fence !== undefined) {
      if (closesFence(line.trimEnd(), fence.marker)) this.fence = undefined;
    } else {
      const isNewBlock = this.lineBefore.trim() === '' && /^\S/.test(line);
      const length = this.at - this.start;
      if ((isNewBlock && length >= usualCharacters) || (/^\S/.test(line) && length >= maxBlockCharacters))
        this.cut(this.at);
      const opened = fenceAt(line.replace(/^ {1,3}/, ''));
      if (opened !== undefined) this.fence = { marker: opened.marker, line };
    }
    if (line.trim() === '' || this.fence !== undefined) this.tableHead = '';
    else if (this.lineBefore.includes('|') && delimiters.test(line.trimEnd()) && this.tableHead === '')
      this.tableHead = this.lineBefore + line;
    this.lineBefore = line;
  }

  /** Cuts a line that is too long alone, between two words where there are any. */
  private cutWithinLine(): void {
    const most = this.start + this.limit;
    const space = this.source.lastIndexOf(' ', most);
    let end = space > this.start + this.limit / 2 ? space + 1 : most;
    if (/[\ud800-\udbff]/.test(this.source.charAt(end - 1))) end -= 1;
    this.cut(end);
  }

  private cut(at: number): void {
    this.finished.push(this.opening + this.source.slice(this.start, at));
    this.opening = this.fence?.line ?? this.tableHead;
    this.start = at;
    this.at = at;
  }
}
