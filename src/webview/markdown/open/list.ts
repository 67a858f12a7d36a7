import type { Tokens } from 'marked';
import type { LinkOpener } from '../inline';
import { listElement, listItem } from '../render';

/** The number of items above which a list is no longer read as a whole for each delta. */
const long = 8;
/** The number of last items that may still change, because a blank or indented line belongs to the item before. */
const open = 2;

export const isLong = (list: Tokens.List): boolean => list.items.length > long;

/** A long list that is being written. Only the last items are drawn again. */
export class OpenList {
  readonly element: HTMLElement;
  readonly ordered: boolean;
  private tail: Node[] = [];

  constructor(
    list: Tokens.List,
    private readonly openLink: LinkOpener,
  ) {
    this.element = listElement(list);
    this.ordered = list.ordered;
  }

  /** Draws items of the source's tail. Returns the length of the part that won't be read again. */
  grow(items: readonly Tokens.ListItem[], tail: string): number {
    this.drop();
    const settled = items.length > long ? items.slice(0, -open) : [];
    const text = settled.map((item) => item.raw).join('');
    const fits = tail.startsWith(text);
    if (fits) this.append(settled);
    this.tail = this.append(fits ? items.slice(settled.length) : items);
    return fits ? text.length : 0;
  }

  /** Ends the list with its last items. */
  end(items: readonly Tokens.ListItem[]): void {
    this.drop();
    this.append(items);
  }

  private append(items: readonly Tokens.ListItem[]): Node[] {
    const nodes = items.map((item) => listItem(item, this.openLink));
    this.element.append(...nodes);
    return nodes;
  }

  private drop(): void {
    for (const node of this.tail) this.element.removeChild(node);
    this.tail = [];
  }
}
