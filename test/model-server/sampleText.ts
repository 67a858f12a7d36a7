/** What a streamed answer looks like. */
export type TextKind = 'mixed' | 'paragraph' | 'list' | 'table' | 'code';

const vocabulary = (
  'the run of a thread follows its feed and each panel draws what is new while words come in small pieces ' +
  'so that nothing waits for more than one frame and no part of it has to be read again from the start'
).split(' ');

/** Words in an order that is the same for everybody. */
class Words {
  private seed = 7;

  next(): string {
    this.seed = (this.seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return vocabulary[Math.floor(this.seed / 65_536) % vocabulary.length] ?? 'a';
  }

  /** So many words, some of them marked up. */
  line(count: number): string {
    const words = Array.from({ length: count }, () => this.next());
    if (count > 8) {
      words[3] = `**${words[3] ?? ''}**`;
      words[6] = `\`${words[6] ?? ''}()\``;
    }
    return words.join(' ');
  }
}

const blocks: Readonly<Record<TextKind, (words: Words, index: number) => string>> = {
  paragraph: (words) => `${words.line(40)}. `,
  list: (words) => `- ${words.line(12)}\n`,
  table: (words, index) =>
    index === 0
      ? '| Name | What it does | Where |\n| --- | --- | --- |\n'
      : `| ${words.next()} | ${words.line(7)} | ${words.line(2)} |\n`,
  code: (words, index) =>
    index === 0
      ? '```ts\n'
      : `  const ${words.next()}${String(index)} = ${words.next()}(${words.next()}, ${String(index)});\n`,
  mixed: (words, index) => {
    switch (index % 6) {
      case 0:
        return `## ${words.line(4)}\n\n`;
      case 2:
        return `${Array.from({ length: 5 }, () => `- ${words.line(10)}\n`).join('')}\n`;
      case 4:
        return `\`\`\`ts\n${Array.from({ length: 8 }, (_, line) => blocks.code(words, line + 1)).join('')}\`\`\`\n\n`;
      default:
        return `${words.line(70)}.\n\n`;
    }
  },
};

/** Markdown of exactly that many characters, the same each time. */
export function sampleText(length: number, kind: TextKind): string {
  const words = new Words();
  let text = '';
  for (let index = 0; text.length < length; index += 1) text += blocks[kind](words, index);
  return text.slice(0, length);
}
