/**
 * Returns a text in which VS Code finds no link. Notifications and the prompts of input boxes draw `[text](command:id)` as a
 * link that runs the command, whoever wrote the text.
 */
export function withoutLinks(text: string): string {
  return text.replaceAll('](', '] (');
}
