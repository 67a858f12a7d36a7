/**
 * Runs a function for each element, at most `limit` at a time, and returns the results in the order of the elements.
 * Rejects with the first error; functions that run then are not aborted.
 */
export async function mapParallel<T, R>(
  elements: readonly T[],
  limit: number,
  run: (element: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const rest = elements.entries();
  const work = async (): Promise<void> => {
    for (const [at, element] of rest) results[at] = await run(element);
  };
  await Promise.all(Array.from({ length: Math.min(limit, elements.length) }, work));
  return results;
}
