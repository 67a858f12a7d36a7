/** Goes back and forth through what was said, as a terminal does with its commands. */
export class PromptHistory {
  private at: number | undefined;

  /**
   * The text that takes the place of `typed`, which is empty or was recalled itself; nothing when there is none that way.
   * @param said what a person said in the thread, oldest first
   * @param step -1 for the one before, 1 for the one after
   */
  next(said: readonly string[], typed: string, step: -1 | 1): string | undefined {
    const recalled = this.at !== undefined && said[this.at] === typed;
    if (typed !== '' && !recalled) return undefined;
    const to = (recalled ? (this.at ?? 0) : said.length) + step;
    // At the oldest there is nowhere to go, and the caret stays for the way back.
    if (to < 0 && recalled) return typed;
    if (to < 0 || to > said.length) return undefined;
    this.at = to;
    return said[to] ?? '';
  }
}
