/** A row counts as soon as nearly all of its end is on screen. */
const wholeEnd = 0.9;

/**
 * Watches the ends of rows and reports which have been on screen, within the panel and within boxes that scroll. The
 * asker's line stays at the top and covers rows, so its height doesn't count. Returns a function that stops.
 */
export function observeRows(container: Element, onSeen: (rows: readonly number[]) => void): () => void {
  const ends = new Map([...container.querySelectorAll('.row-end')].map((end, index) => [end, index]));
  const root = container.closest('.scroller');
  const covered = container.parentElement?.querySelector('.asker')?.getBoundingClientRect().height ?? 0;
  const observer = new IntersectionObserver(
    (entries) => {
      const seen = entries.filter(({ intersectionRatio }) => intersectionRatio >= wholeEnd);
      for (const { target } of seen) observer.unobserve(target);
      const rows = seen.flatMap(({ target }) => ends.get(target) ?? []);
      if (rows.length > 0) onSeen(rows);
    },
    { root, rootMargin: `-${Math.ceil(covered)}px 0px 0px 0px`, threshold: wholeEnd },
  );
  for (const end of ends.keys()) observer.observe(end);
  return () => observer.disconnect();
}
