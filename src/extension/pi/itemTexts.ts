/** What a compaction says in the transcript. */
export function compactionText(tokensBefore: number): string {
  return `The conversation was compacted; it had about ${tokensBefore.toLocaleString('en')} tokens.`;
}
