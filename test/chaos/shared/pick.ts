/** Returns an element of the list, with the index modulo its length. */
export function pick<T>(list: readonly T[], which: number): T | undefined {
  return list[which % Math.max(1, list.length)];
}
