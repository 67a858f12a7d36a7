import { parse, type Word, type WordPart } from 'unbash';

/** Characters that a covered line may have: letters and digits of any script, and what the parser judges. */
const plainLine = /^[\p{L}\p{M}\p{N} !-~]+$/u;

/** Longer lines are no everyday commands. */
const maxLength = 1000;

/**
 * Returns the words of a line that is one plain command: no operator, redirection, assignment, expansion, pattern or
 * comment. Returns nothing for every other line, and for a line that the parser can't read.
 */
export function parseCommandLine(line: string): readonly string[] | undefined {
  // The shell skips spaces alone, not every blank of Unicode.
  const trimmed = line.replace(/^ +| +$/g, '');
  if (trimmed.length > maxLength || !plainLine.test(trimmed)) return undefined;
  const { commands, errors, shebang } = parse(trimmed);
  const [statement, ...others] = commands;
  if (statement === undefined || others.length > 0 || (errors ?? []).length > 0) return undefined;
  const { command, background } = statement;
  if (background === true || shebang !== undefined || command.type !== 'Command') return undefined;
  // A comment or anything else that the tree doesn't show is left over behind the command.
  if (command.pos !== 0 || command.end !== trimmed.length || command.prefix.length > 0) return undefined;
  const words: string[] = [];
  for (const word of [command.name, ...command.suffix]) {
    if (word?.type !== 'Word' || !isLiteral(word)) return undefined;
    words.push(word.value);
  }
  return words;
}

/** Whether the shell passes a word on as written, apart from its quotes. */
function isLiteral({ text, value, parts }: Word): boolean {
  if (parts !== undefined) return parts.every(isLiteralPart) && !unquotedSpecial(parts);
  // Without parts a word has neither quotes nor expansions, only backslashes.
  return text === value && !special.test(text);
}

/** Characters that mean something to some shell outside of quotes, also where the parser takes them literally. */
const special = /^[~=]|[:=]~|[*?[\]{}()<>|&;$`\\!#"']/;

function isLiteralPart(part: WordPart): boolean {
  if (part.type === 'Literal' || part.type === 'SingleQuoted') return true;
  return (
    part.type === 'DoubleQuoted' &&
    part.parts.every(({ type }) => type === 'Literal') &&
    !/[$`\\!]/.test(part.text)
  );
}

function unquotedSpecial(parts: readonly WordPart[]): boolean {
  return parts.some((part) => part.type === 'Literal' && special.test(part.text));
}
