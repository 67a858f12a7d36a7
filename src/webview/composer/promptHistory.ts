/** Steps through the user's earlier messages, as a terminal does with commands. */
export class PromptHistory {
  private at: number | undefined;

  /**
   * Returns the message that replaces `typed`, which is empty or a recalled message, or nothing if there is none.
   * @param sent the user's messages in the thread, the oldest first
   * @param step -1 for the previous message, 1 for the next one
   */
  next(sent: readonly string[], typed: string, step: -1 | 1): string | undefined {
    const recalled = this.at !== undefined && sent[this.at] === typed;
    if (typed !== '' && !recalled) return undefined;
    const to = (recalled ? (this.at ?? 0) : sent.length) + step;
    // The oldest message stays, with the caret ready for the way back.
    if (to < 0 && recalled) return typed;
    if (to < 0 || to > sent.length) return undefined;
    this.at = to;
    return sent[to] ?? '';
  }
}
