/** What a compaction says in the transcript. */
export function compactionText(tokensBefore: number): string {
  return `The conversation was compacted; it had about ${tokensBefore.toLocaleString('en')} tokens.`;
}

export const cutOffText = 'The answer reached the model’s limit and was cut off.';
