/** Requests that are dispatched as events and answered by effects: at once, or after pi's part. */
export class PendingAnswers<Key, Answer> {
  private readonly waiting = new Map<Key, (answer: Answer) => void>();

  /**
   * Dispatches a request and returns its answer. Returns the value itself if the answer comes synchronously, so that
   * the caller can reply before anything else happens.
   */
  ask(key: Key, raise: () => void): Answer | Promise<Answer> {
    let known: { readonly answer: Answer } | undefined;
    this.waiting.set(key, (answer) => {
      known = { answer };
    });
    raise();
    if (known !== undefined) return known.answer;
    return new Promise((resolve) => {
      this.waiting.set(key, resolve);
    });
  }

  answer(key: Key, answer: Answer): void {
    const waiting = this.waiting.get(key);
    this.waiting.delete(key);
    waiting?.(answer);
  }
}
