const nearEndPx = 24;
const nearTopPx = 300;

/**
 * Keeps the transcript scrolled to the end, or where the user has scrolled to. Only scrolling up unpins the end:
 * content that grows while the page is busy must not look like scrolling.
 */
export class ScrollPin {
  private pinned = true;
  private lastTop = 0;
  private anchor: { readonly element: Element; readonly top: number } | undefined;

  constructor(
    private readonly scroller: HTMLElement,
    content: HTMLElement,
    private readonly changed: (away: boolean) => void,
    private readonly wantsOlder: () => void,
  ) {
    scroller.addEventListener('scroll', () => this.scrolled(), { passive: true });
    const resized = new ResizeObserver(() => this.toEndIfPinned());
    resized.observe(content);
    resized.observe(scroller);
  }

  /** Remembers the first visible item before older items are prepended. */
  beforeDraw(): void {
    const top = this.scroller.getBoundingClientRect().top;
    const element = this.pinned ? undefined : this.firstVisible(top);
    this.anchor = element && { element, top: element.getBoundingClientRect().top };
  }

  /** Scrolls the remembered item back to its place. The browser's scroll anchoring does nothing at the very top. */
  afterDraw(): void {
    const { anchor } = this;
    this.anchor = undefined;
    if (!anchor?.element.isConnected) return;
    const moved = anchor.element.getBoundingClientRect().top - anchor.top;
    if (Math.abs(moved) > 1) this.scroller.scrollTop += moved;
    this.lastTop = this.scroller.scrollTop;
  }

  toEndIfPinned(): void {
    if (this.pinned) this.toEnd();
  }

  toEnd(): void {
    this.pinned = true;
    this.scroller.scrollTop = this.scroller.scrollHeight;
    this.lastTop = this.scroller.scrollTop;
    this.changed(false);
  }

  private scrolled(): void {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    const atEnd = scrollHeight - scrollTop - clientHeight <= nearEndPx;
    if (atEnd) this.pinned = true;
    else if (scrollTop < this.lastTop - 1) this.pinned = false;
    this.lastTop = scrollTop;
    this.changed(!this.pinned);
    if (!this.pinned && scrollTop < nearTopPx) this.wantsOlder();
  }

  private firstVisible(top: number): Element | undefined {
    const items = this.scroller.querySelectorAll('.item');
    for (const item of items) if (item.getBoundingClientRect().bottom > top) return item;
    return undefined;
  }
}
