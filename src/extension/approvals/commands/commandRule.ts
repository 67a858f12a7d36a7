import * as l10n from '@vscode/l10n';
import { lstat, stat } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import type { RuleScope } from '../approvalRules';
import { folderOrders } from './folderOrders';
import { commandTable, type CommandRow, type OperandKind } from './commandTable';
import { isNetworkPath } from '../../base/networkPaths';
import { followPath, isInside, realTarget } from '../../base/paths';
import type { UserFolders } from '../pathScope';
import { isProtected } from '../protectedFiles';
import { parseCommandLine } from './commandLine';

/** Shell settings that apply to each command. */
export interface ShellSettings {
  readonly path?: string;
  readonly commandPrefix?: string;
}

export interface CommandContext {
  /** The working folder of the command. */
  readonly folder: string;
  readonly folders: readonly string[];
  readonly trusted: boolean;
  readonly shell: ShellSettings;
  readonly userFolders?: UserFolders;
  /** The environment of commands. */
  readonly environment?: NodeJS.ProcessEnv;
}

/** Returns the rule that covers a command: by a row of the table, or for exactly this command in this folder. */
export async function commandRule(tool: string, line: string, context: CommandContext): Promise<RuleScope> {
  return (tool === 'bash' ? await rowRule(line, context) : undefined) ?? exactRule(tool, line, context);
}

function exactRule(tool: string, line: string, { folder, shell }: CommandContext): RuleScope {
  const { path = '', commandPrefix = '' } = shell;
  return {
    id: `exactly ${tool} ${line}`,
    label: line,
    covers: l10n.t('exactly this command in this folder'),
    code: line,
    folder,
    ...(path === '' && commandPrefix === '' ? {} : { fingerprint: JSON.stringify([path, commandPrefix]) }),
  };
}

async function rowRule(line: string, context: CommandContext): Promise<RuleScope | undefined> {
  const { folder, shell, trusted } = context;
  // A prefix may change the folder or redefine a name, and another shell may parse the line differently.
  if (shell.path !== undefined || shell.commandPrefix !== undefined) return undefined;
  const words = parseCommandLine(line);
  const row = words === undefined ? undefined : rowOf(words);
  if (words === undefined || row === undefined) return undefined;
  if (row.ordersFrom !== undefined && !trusted) return undefined;
  const operands = operandsOf(row, words.slice(row.command.length));
  if (operands === undefined) return undefined;
  for (const operand of operands) if (!(await fits(operand, row.operands, context))) return undefined;
  if (hasShellOrders(row, context.environment ?? process.env)) return undefined;
  for (const program of programsOf(row)) if (!(await isForeignProgram(program, context))) return undefined;
  const fingerprint = row.ordersFrom === undefined ? undefined : await folderOrders(row.ordersFrom, folder);
  if (row.ordersFrom !== undefined && fingerprint === undefined) return undefined;
  const command = [...row.command, ...(row.operands === 'script' ? operands : [])].join(' ');
  const label = labelOf(row, command);
  return {
    id: `command ${command}`,
    label,
    covers: label,
    code:
      row.ordersFrom === 'npm' || (row.options === undefined && row.operands === 'none')
        ? command
        : `${command} …`,
    folder,
    ...(fingerprint === undefined ? {} : { fingerprint }),
  };
}

function rowOf(words: readonly string[]): CommandRow | undefined {
  return commandTable.find((row) => row.command.every((word, at) => words[at] === word));
}

/** Returns the operands, or nothing if the row doesn't allow the arguments. */
function operandsOf(row: CommandRow, args: readonly string[]): readonly string[] | undefined {
  const operands: string[] = [];
  let options = 0;
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    const value = row.valued?.[arg];
    if (value !== undefined) {
      if (!value.test(args[++at] ?? '')) return undefined;
      options++;
    } else if (row.options?.some((option) => option.test(arg)) === true) options++;
    else if (arg.startsWith('-') || arg === '') return undefined;
    else operands.push(arg);
  }
  if (row.operands === 'none' && operands.length > 0) return undefined;
  if (row.operands === 'script' && operands.length !== 1) return undefined;
  if (row.needsOperand === true && operands.length === 0) return undefined;
  return row.needsOption === true && options === 0 ? undefined : operands;
}

const revision = /^[\p{L}\p{N}_@][\p{L}\p{N}_@./^~:+ -]*$/u;
const scriptName = /^\w[\w:.-]*$/;
const programName = /^\w[\w.+-]*$/;

async function fits(operand: string, kind: OperandKind, context: CommandContext): Promise<boolean> {
  const { folder, folders, userFolders } = context;
  if (kind === 'text') return true;
  if (kind === 'none') return false;
  if (kind === 'script') return scriptName.test(operand);
  if (kind === 'names') return programName.test(operand);
  if (kind === 'revisions' && !revision.test(operand)) return false;
  // The system resolves `..` after the links before it, and Windows has further notations for paths.
  if (operand.startsWith(':') || operand.split(/[\\/:]/).includes('..')) return false;
  if (process.platform === 'win32' && /^\/|[:\\]/.test(operand)) return false;
  if (isNetworkPath(operand)) return false;
  const path = resolve(folder, operand);
  const followed = await followPath(path).catch(() => undefined);
  const target = followed?.target;
  if (target === undefined || !(await isInside(target, [folder, ...folders]))) return false;
  const names = [path, ...(followed?.links ?? []), target];
  if (kind === 'revisions') {
    // A revision may name a file behind a colon.
    const parts = operand.split(':').map((part) => resolve(folder, part));
    return !(await isProtected([...names, ...parts], userFolders));
  }
  if (kind === 'paths') return true;
  const isFile = await stat(target).then(
    (stats) => stats.isFile(),
    () => false,
  );
  return isFile && !(await isProtected(names, userFolders));
}

/** Variables of Git that name neither programs, files nor settings. */
const plainGitVariables =
  /^GIT_(?:ASKPASS|AUTHOR_\w+|COMMITTER_\w+|EDITOR|SEQUENCE_EDITOR|SSH|SSH_COMMAND|TERMINAL_PROMPT|PS1_\w+|MERGE_AUTOEDIT|SSL_\w+|HTTP_\w+|CURL_\w+|OPTIONAL_LOCKS|LFS_\w+|FLUSH|CEILING_DIRECTORIES|DISCOVERY_ACROSS_FILESYSTEM)$/;

/** Whether a variable makes the shell run a file before the command, or makes Git obey other settings. */
function hasShellOrders(row: CommandRow, environment: NodeJS.ProcessEnv): boolean {
  const functions = programsOf(row).map((program) => `BASH_FUNC_${program}%%`);
  return Object.entries(environment).some(([name, value]) => {
    if (value === undefined || value === '') return false;
    if (name === 'BASH_ENV' || name === 'ENV' || functions.includes(name)) return true;
    return row.ordersFrom === 'git' && name.startsWith('GIT_') && !plainGitVariables.test(name);
  });
}

/** npm is a script for Node.js and runs scripts in a shell. */
function programsOf({ command, ordersFrom }: CommandRow): readonly string[] {
  const [program = ''] = command;
  return ordersFrom === 'npm' ? [program, 'node', 'sh'] : [program];
}

/** Commands of the shell itself. A program with the same name isn't run. */
const builtins = new Set(['pwd', 'true', 'echo']);

/** Returns whether the shell finds a program outside the workspace, where the workspace can't replace it. */
export async function isForeignProgram(program: string, context: CommandContext): Promise<boolean> {
  if (builtins.has(program)) return true;
  const { folder, folders, environment = process.env } = context;
  const searchPath = environment['PATH'] ?? '';
  for (const entry of searchPath.split(process.platform === 'win32' ? ';' : ':')) {
    if (!isAbsolute(entry)) return false;
    for (const name of process.platform === 'win32'
      ? [program, `${program}.exe`, `${program}.cmd`]
      : [program]) {
      const file = join(entry, name);
      if ((await lstat(file).catch(() => undefined)) === undefined) continue;
      const target = await realTarget(file).catch(() => undefined);
      const inside = target === undefined || (await isInside(target, [folder, ...folders]));
      return !inside && !(await isInside(await realTarget(entry), [folder, ...folders]));
    }
    // A program could be added there later.
    const place = await realTarget(entry).catch(() => undefined);
    if (place === undefined || (await isInside(place, [folder, ...folders]))) return false;
  }
  return false;
}

function labelOf(row: CommandRow, command: string): string {
  if (row.ordersFrom === 'npm')
    return l10n.t('“{command}” alone, until package.json or .npmrc changes', { command });
  if (row.ordersFrom === 'git') {
    return l10n.t('“{command}” with options that only show things, until the Git configuration changes', {
      command,
    });
  }
  if (row.operands === 'files' || row.operands === 'paths') {
    return l10n.t('“{command}” with options that only show things, for files in the workspace', { command });
  }
  return l10n.t('“{command}” with options that only show things', { command });
}
