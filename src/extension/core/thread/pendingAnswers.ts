/** Questions put to a run as events, whose answers come as effects: at once, or once pi has said its part. */
export class PendingAnswers<Key, Answer> {
  private readonly waiting = new Map<Key, (answer: Answer) => void>();

  /**
   * Raises a question and returns its answer: the answer itself when it is there by then, so that whoever asks says it
   * before anything that happens later.
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
