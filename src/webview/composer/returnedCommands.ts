import type { HandBack } from '../../protocol/frames';
import type { PromptBody } from '../../protocol/item';

/** A slash command with its arguments, or a shell command; a path such as `/usr/bin` is neither. */
const command = /^(?:\/[\p{L}\p{N}_][\p{L}\p{N}_.:-]*(?:\s|$)|!)/u;

/**
 * Commands that came back to the composer together with other text. They are sent as what they were: a command never
 * takes the words behind it for its arguments, and never goes to the model among them.
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

  /** Returns the prompts that a composer's content stands for, in their order. Images go with the first words. */
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

/** Cuts a text out of another where it stands as paragraphs of its own. */
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
