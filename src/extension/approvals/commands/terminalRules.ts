import { isRecord } from '../../base/guards';
import { isNetworkPath } from '../../base/networkPaths';
import { resolve } from 'node:path';
import { scopeOf } from '../pathScope';
import { isProtected } from '../protectedFiles';
import { splitCommandLine } from './commandLine';
import { isForeignProgram, type CommandContext } from './commandRule';

/** The value of VS Code's setting `chat.tools.terminal.autoApprove`. */
export type TerminalRules = Readonly<Record<string, unknown>>;

interface CompiledRule {
  readonly pattern: RegExp;
  readonly approves: boolean;
  /** Whether the rule is about the whole line and not about each of its commands. */
  readonly ofLine: boolean;
}

/**
 * Whether the user's rules for VS Code's terminal tool approve a line, as VS Code documents them: no rule may deny the line
 * or one of its commands, and either each command or the line has to be approved. Returns false for everything that Enso
 * doesn't read as plain commands, and where a word names a file that Enso asks about.
 */
export async function terminalRulesApprove(
  line: string,
  rules: TerminalRules,
  context: CommandContext,
): Promise<boolean> {
  const { trusted, shell } = context;
  if (!trusted || shell.path !== undefined || shell.commandPrefix !== undefined) return false;
  const commands = splitCommandLine(line);
  if (commands === undefined) return false;
  const compiled = Object.entries(rules).flatMap(([key, value]) => compile(key, value));
  const ofLine = compiled.filter((rule) => rule.ofLine);
  const ofCommand = compiled.filter((rule) => !rule.ofLine);
  const matches = (list: readonly CompiledRule[], text: string, approves: boolean) =>
    list.some((rule) => rule.approves === approves && rule.pattern.test(text));
  const texts = commands.map(({ text }) => text);
  if (matches(ofLine, line.trim(), false) || texts.some((text) => matches(ofCommand, text, false)))
    return false;
  const isApproved =
    matches(ofLine, line.trim(), true) || texts.every((text) => matches(ofCommand, text, true));
  if (!isApproved) return false;
  for (const { argv } of commands) if (!(await isPlain(argv, context))) return false;
  return true;
}

function compile(key: string, value: unknown): readonly CompiledRule[] {
  const approves = isRecord(value) ? value['approve'] : value;
  // Null takes a rule of VS Code back, and those don't count here.
  if (typeof approves !== 'boolean') return [];
  const pattern = patternOf(key);
  if (pattern !== undefined) {
    return [{ pattern, approves, ofLine: isRecord(value) && value['matchCommandLine'] === true }];
  }
  // A rule that can't be read might have denied any command.
  return approves ? [] : [{ pattern: /^/, approves, ofLine: true }];
}

/** Returns the pattern of a rule's key: `/…/flags`, or the beginning of a command up to the end of a word. */
function patternOf(key: string): RegExp | undefined {
  const [, source, flags = ''] = /^\/(.+)\/([dgimsuvy]*)$/s.exec(key) ?? [];
  if (source !== undefined) {
    try {
      return new RegExp(source, flags.replace(/[gy]/g, ''));
    } catch {
      return undefined;
    }
  }
  if (key === '') return /(?!)/;
  const isPath = /[\\/]/.test(key);
  const escaped = key.split(/[\\/]/).map((part) => part.replace(/[.*+?^${}()|[\]-]/g, '\\$&'));
  return new RegExp(`^${isPath ? '(?:\\.[\\\\/])?' : ''}${escaped.join('[\\\\/]')}\\b`);
}

/** Whether no word of a command names a file that Enso asks about, and no file of the workspace is run by its bare name. */
async function isPlain(
  [program = '', ...args]: readonly string[],
  context: CommandContext,
): Promise<boolean> {
  const { folder, folders, userFolders } = context;
  if (isNetworkPath(program)) return false;
  if (!/[\\/]/.test(program) && !(await isForeignProgram(program, context))) return false;
  for (const name of args.flatMap(namesIn)) {
    if (isNetworkPath(name)) return false;
    if (name.split(/[\\/]/).includes('..')) return false;
    const scope = await scopeOf(resolve(folder, name), [folder, ...folders], userFolders).catch(
      () => undefined,
    );
    if (scope === undefined || !scope.inside || scope.sensitive !== undefined) return false;
    if (await isProtected(scope.names, userFolders)) return false;
  }
  return true;
}

/** Returns what a word can name: all of it, what is behind a sign in it, and what is attached to a short option. */
function namesIn(word: string): readonly string[] {
  const parts = [word, ...word.split(/[=:,@]/), word.replace(/^--?[A-Za-z]/, '')];
  return [...new Set(parts)].filter((part) => part !== '' && part !== '-');
}
