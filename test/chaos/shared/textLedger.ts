import type { PromptBody } from '../../../src/protocol/item';

/** Counts of the marked words and images in prompts. */
export class TextLedger {
  private readonly counts = new Map<string, number>();

  add(body: PromptBody, times = 1): void {
    for (const word of body.text.split(/\s+/)) if (word.startsWith('zq')) this.count(word, times);
    for (const image of body.images) this.count(image.data, times);
  }

  /** Returns the words and images that this ledger has more often (+) or less often (−) than the other. */
  differences(other: TextLedger): readonly string[] {
    const words = new Set([...this.counts.keys(), ...other.counts.keys()]);
    return [...words].flatMap((word) => {
      const difference = (this.counts.get(word) ?? 0) - (other.counts.get(word) ?? 0);
      return difference === 0 ? [] : [`${word} ${difference > 0 ? '+' : '−'}${String(Math.abs(difference))}`];
    });
  }

  private count(word: string, times: number): void {
    this.counts.set(word, (this.counts.get(word) ?? 0) + times);
  }
}
