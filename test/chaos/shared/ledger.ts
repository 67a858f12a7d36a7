import type { PromptBody } from '../../../src/protocol/item';

/** Counts marked words and pictures: how often each was sent, and how often each is found again. */
export class Ledger {
  private readonly counts = new Map<string, number>();

  add(body: PromptBody, times = 1): void {
    for (const word of body.text.split(/\s+/)) if (word.startsWith('zq')) this.count(word, times);
    for (const image of body.images) this.count(image.data, times);
  }

  /** What this one has more of (+) or less of (−) than the other. */
  minus(other: Ledger): readonly string[] {
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
