import { parse, type Word, type WordPart } from 'unbash';

/**
 * The characters of a line that a rule can cover: letters and digits of any script, and characters that the parser
 * checks.
 */
const plainLine = /^[\p{L}\p{M}\p{N} !-~]+$/u;

/** The limit of a line that a rule can cover. */
const maxLength = 1000;

/**
 * Returns the words of a line with one plain command: no operator, redirection, assignment, expansion, pattern or
 * comment. Returns nothing for any other line, including lines that the parser can't read.
 */
export function parseCommandLine(line: string): readonly string[] | undefined {
  // The shell skips only spaces, not all white space of Unicode.
  const trimmed = line.replace(/^ +| +$/g, '');
  if (trimmed.length > maxLength || !plainLine.test(trimmed) || hasBlankByte(trimmed)) return undefined;
  const { commands, errors, shebang } = parse(trimmed);
  const [statement, ...others] = commands;
  if (statement === undefined || others.length > 0 || (errors ?? []).length > 0) return undefined;
  const { command, background } = statement;
  if (background === true || shebang !== undefined || command.type !== 'Command') return undefined;
  // Rejects text behind the command that isn't in the tree, such as a comment.
  if (command.pos !== 0 || command.end !== trimmed.length || command.prefix.length > 0) return undefined;
  const words: string[] = [];
  for (const word of [command.name, ...command.suffix]) {
    if (word?.type !== 'Word' || !isLiteral(word)) return undefined;
    words.push(word.value);
  }
  return words;
}

type CommandNode = ReturnType<typeof parse>['commands'][number]['command'];

/** A command of a line: its text, and the program and arguments without quotes. */
export interface PlainCommand {
  readonly text: string;
  readonly argv: readonly string[];
}

/**
 * Returns the commands of a line of plain commands that `&&`, `||`, `;` or `|` join. Returns nothing for any other line,
 * including lines that the parser can't read.
 */
export function splitCommandLine(line: string): readonly PlainCommand[] | undefined {
  const trimmed = line.replace(/^ +| +$/g, '');
  if (trimmed.length > maxLength || !plainLine.test(trimmed)) return undefined;
  const { commands, errors } = parse(trimmed);
  if ((errors ?? []).length > 0) return undefined;
  const plain: PlainCommand[] = [];
  let end = 0;
  for (const command of commands.flatMap(({ command }) => simpleCommands(command))) {
    const gap = trimmed.slice(end, command.pos).trim();
    if (plain.length === 0 ? gap !== '' : !/^(?:&&|\|\||;|\|)$/.test(gap)) return undefined;
    const text = trimmed.slice(command.pos, command.end);
    const argv = parseCommandLine(text);
    if (argv === undefined) return undefined;
    plain.push({ text, argv });
    end = command.end;
  }
  // A `&` at the end, a comment or a redirection is left over.
  return plain.length > 0 && end === trimmed.length ? plain : undefined;
}

/** Returns the commands of a list or pipeline. Another construct stays whole, so it can't be read as a plain command. */
function simpleCommands(node: CommandNode): readonly Pick<CommandNode, 'pos' | 'end'>[] {
  return node.type === 'AndOr' || node.type === 'Pipeline' ? node.commands.flatMap(simpleCommands) : [node];
}

/** Whether a letter has a byte that some shells take for a blank, because the byte alone is one in another encoding. */
function hasBlankByte(line: string): boolean {
  const bytes = Buffer.from(line);
  return bytes.includes(0x85) || bytes.includes(0xa0);
}

/** Whether the shell passes a word on as written, apart from its quotes. */
function isLiteral({ text, value, parts }: Word): boolean {
  if (parts !== undefined) return parts.every(isLiteralPart) && !unquotedSpecial(parts);
  // A word without parts has neither quotes nor expansions, only backslashes.
  return text === value && !special.test(text);
}

/** Characters that some shell interprets outside quotes, even where the parser takes them literally. */
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
