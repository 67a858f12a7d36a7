import type { HandBack } from '../../protocol/frames';
import type { PromptBody } from '../../protocol/item';

/** A slash command with its arguments, or a shell command, but not a path such as `/usr/bin`. */
const command = /^(?:\/[\p{L}\p{N}_][\p{L}\p{N}_.:-]*(?:\s|$)|!)/u;

/**
 * Commands that came back to the composer together with other text. They are sent as separate commands: text behind a
 * command never becomes its arguments, and the model never gets a command as text.
 */
export class ReturnedCommands {
  private texts: readonly string[] = [];

  get all(): readonly string[] {
    return this.texts;
  }

  restore(texts: readonly string[]): void {
    this.texts = texts;
  }

  add({ prompts }: HandBack): void {
    const returned = prompts.map(({ text }) => text).filter((text) => command.test(text));
    this.texts = [...this.texts, ...returned];
  }

  clear(): void {
    this.texts = [];
  }

  /** Splits a composer's content into prompts, in order. Images go with the first text. */
  split({ text, images }: PromptBody): readonly PromptBody[] {
    const parts = this.texts.reduce<readonly string[]>(
      (found, returned) =>
        found.flatMap((part) => (this.texts.includes(part) ? [part] : cutOut(part, returned))),
      [text],
    );
    const first = Math.max(
      0,
      parts.findIndex((part) => !this.texts.includes(part)),
    );
    return parts.map((part, index) => ({ text: part, images: index === first ? images : [] }));
  }
}

/** Removes a text from another if it occurs as separate paragraphs, and returns the parts. */
function cutOut(text: string, returned: string): readonly string[] {
  for (let at = text.indexOf(returned); at >= 0; at = text.indexOf(returned, at + 1)) {
    const before = text.slice(0, at);
    const behind = text.slice(at + returned.length);
    const alone = (before === '' || before.endsWith('\n\n')) && (behind === '' || behind.startsWith('\n\n'));
    if (!alone) continue;
    const parts = [before.replace(/\n+$/, ''), returned, behind.replace(/^\n+/, '')];
    return parts.filter((part) => part.trim() !== '');
  }
  return [text];
}
