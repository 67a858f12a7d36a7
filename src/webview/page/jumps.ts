/** Where a jump leads. */
export type JumpTarget = 'previous-prompt' | 'next-prompt' | 'last-answer';

/** Scrolls to a prompt or the last answer and focuses it. Returns false when there is none. */
export function jumpTo(scroller: HTMLElement, place: JumpTarget): boolean {
  if (place === 'last-answer') return show([...scroller.querySelectorAll<HTMLElement>('.answer')].at(-1));
  const prompts = [...scroller.querySelectorAll<HTMLElement>('.user')];
  const top = scroller.getBoundingClientRect().top;
  const isAbove = (prompt: HTMLElement) => prompt.getBoundingClientRect().top < top + 2;
  const isBelow = (prompt: HTMLElement) => prompt.getBoundingClientRect().top > top + 14;
  return show(place === 'previous-prompt' ? prompts.findLast(isAbove) : prompts.find(isBelow));
}

/** Scrolls to an item of the page and focuses it. */
export function jumpToItem(itemId: string): boolean {
  return show(document.querySelector<HTMLElement>(`[data-item="${CSS.escape(itemId)}"]`) ?? undefined);
}

function show(element: HTMLElement | undefined): boolean {
  if (element === undefined) return false;
  element.scrollIntoView({ block: 'start' });
  element.focus({ preventScroll: true });
  return true;
}
