import type { Tokens } from 'marked';
import { finalTokens, lex } from '../blocks';
import type { LinkOpener } from '../inline';
import { tableElement, tableRow } from '../render';

/** The number of rows above which a table is no longer read as a whole for each delta. */
const long = 8;
/** The number of last rows that may still change, because an incomplete line may not belong to the table. */
const open = 2;

export const isLongTable = (table: Tokens.Table): boolean => table.rows.length > long;

/** A long table that is being written. Only the last rows are drawn again. */
export class OpenTable {
  readonly element: HTMLElement;
  /** The two header lines of the table. */
  readonly head: string;
  private readonly body: HTMLElement;
  private tail: Node[] = [];

  /** `start`: the offset of the table in the source. */
  constructor(
    table: Tokens.Table,
    readonly start: number,
    private readonly openLink: LinkOpener,
  ) {
    this.head = /^[^\n]*\n[^\n]*\n/.exec(table.raw)?.[0] ?? table.raw;
    const { element, body } = tableElement(table, openLink);
    this.element = element;
    this.body = body;
  }

  /** Adds source behind the settled rows. Returns the newly settled length, and whether the table has ended. */
  grow(rest: string): { readonly read: number; readonly over: boolean } {
    const text = this.head + rest;
    const { tokens } = lex(text);
    const [table] = tokens;
    for (const node of this.tail) this.body.removeChild(node);
    this.tail = [];
    if (table?.type !== 'table') return { read: 0, over: true };
    const { rows, raw } = table as Tokens.Table;
    if (finalTokens(tokens, text) > 0) {
      this.append(rows);
      return { read: raw.length - this.head.length, over: true };
    }
    const settled = rows.slice(0, rows.length > long ? -open : 0);
    this.append(settled);
    this.tail = this.append(rows.slice(settled.length));
    return { read: endOfLine(rest, settled.length), over: false };
  }

  private append(rows: readonly Tokens.TableCell[][]): Node[] {
    const nodes = rows.map((cells) => tableRow(cells, 'td', this.openLink));
    this.body.append(...nodes);
    return nodes;
  }
}

/** Returns the offset behind a text's first lines. Each row is a line. */
function endOfLine(text: string, lines: number): number {
  let at = 0;
  for (let left = lines; left > 0; left -= 1) at = text.indexOf('\n', at) + 1;
  return at;
}
