/** Lets the event loop turn, so that whatever else waits in it comes first. For between two pieces of heavy work. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
