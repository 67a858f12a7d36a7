/** The operands that a row allows, in addition to its options. */
export type OperandKind =
  | 'none'
  /** Any text, which is only printed. */
  | 'text'
  /** Names of programs, which are only searched for. */
  | 'names'
  /** Files in the workspace, whose content is shown. */
  | 'files'
  /** Files and folders in the workspace, whose names and sizes are shown. */
  | 'paths'
  /** Revisions, or files in the workspace. */
  | 'revisions'
  /** Exactly one script of `package.json`. */
  | 'script';

/** A group of commands that a rule can cover together. Arguments that a row doesn't list aren't covered. */
export interface CommandRow {
  /** The program, and the subcommand if there is one. */
  readonly command: readonly string[];
  /** Patterns of whole options. */
  readonly options?: readonly RegExp[];
  /** Options with a value in the next word, and the value's pattern. */
  readonly valued?: Readonly<Record<string, RegExp>>;
  readonly operands: OperandKind;
  /** True if the row covers only commands with an operand. */
  readonly needsOperand?: boolean;
  /** True if the row covers only commands with one of its options. */
  readonly needsOption?: boolean;
  /** The program whose configuration in the folder can run code. Such a row applies only in a trusted folder. */
  readonly ordersFrom?: 'git' | 'npm';
}

const count = /^[+-]?\d{1,9}$/;
const style = /^--(?:color|colour)(?:=(?:auto|always|never))?$/;
const logStyle = /^--(?:pretty|format)=(?:oneline|short|medium|full|fuller|reference)$/;
const statistics = /^--(?:stat|shortstat|numstat|summary|name-only|name-status|compact-summary|dirstat)$/;
const comparison = [
  style,
  statistics,
  /^--(?:patch|no-patch|word-diff|ignore-all-space|ignore-space-change|ignore-blank-lines|minimal|check)$/,
  /^--(?:no-color|no-ext-diff|no-textconv|no-renames)$/,
  /^-(?:p|s|u|w|b|U\d{1,4}|M|C)$/,
];
const history = [
  ...comparison,
  logStyle,
  /^--(?:oneline|graph|all|branches|tags|remotes|merges|no-merges|reverse|first-parent|follow|abbrev-commit)$/,
  /^--(?:decorate|no-decorate|date-order|topo-order|max-count=\d{1,9})$/,
  /^-n?\d{1,9}$/,
];

/**
 * Commands that only show things or run a script of the project, with any arguments that their row allows. A program is
 * listed only if no allowed option writes a file, runs a program, waits for input or follows a link.
 */
export const commandTable: readonly CommandRow[] = [
  { command: ['pwd'], options: [/^-[LP]$/], operands: 'none' },
  { command: ['true'], operands: 'none' },
  { command: ['whoami'], operands: 'none' },
  { command: ['echo'], options: [/^-[neE]+$/], operands: 'text' },
  { command: ['which'], options: [/^-a$/], operands: 'names', needsOperand: true },
  {
    command: ['ls'],
    options: [
      /^-[1AaBCdFGghiklmnopQrRSstuXx]+$/,
      style,
      /^--(?:all|almost-all|human-readable|recursive|reverse)$/,
    ],
    operands: 'paths',
  },
  { command: ['cat'], options: [/^-[AbEensTtuv]+$/], operands: 'files', needsOperand: true },
  {
    command: ['head'],
    options: [/^-[qv]$/, /^-n?\d{1,9}$/, /^-c\d{1,9}$/],
    valued: { '-n': count, '-c': count },
    operands: 'files',
    needsOperand: true,
  },
  {
    command: ['tail'],
    options: [/^-[qv]$/, /^-n?\d{1,9}$/, /^-c\d{1,9}$/],
    valued: { '-n': count, '-c': count },
    operands: 'files',
    needsOperand: true,
  },
  { command: ['wc'], options: [/^-[clLmw]+$/], operands: 'files', needsOperand: true },
  { command: ['node'], options: [/^(?:--version|-v)$/], operands: 'none', needsOption: true },
  {
    command: ['git', 'status'],
    options: [
      /^-(?:s|b|v|u|uno|unormal|uall|sb)$/,
      /^--(?:short|branch|porcelain|porcelain=v[12]|long|show-stash|ahead-behind|no-ahead-behind|no-renames)$/,
      /^--untracked-files(?:=(?:no|normal|all))?$/,
    ],
    operands: 'paths',
    ordersFrom: 'git',
  },
  {
    command: ['git', 'diff'],
    options: [...comparison, /^--(?:cached|staged)$/],
    operands: 'revisions',
    ordersFrom: 'git',
  },
  {
    command: ['git', 'log'],
    options: history,
    valued: { '-n': count },
    operands: 'revisions',
    ordersFrom: 'git',
  },
  { command: ['git', 'show'], options: history, operands: 'revisions', ordersFrom: 'git' },
  {
    command: ['git', 'branch'],
    options: [/^-(?:a|r|v|vv|av|avv|rv)$/, /^--(?:all|remotes|list|verbose|show-current|no-color)$/],
    operands: 'none',
    ordersFrom: 'git',
  },
  { command: ['npm', 'test'], operands: 'none', ordersFrom: 'npm' },
  { command: ['npm', 'run'], operands: 'script', ordersFrom: 'npm', needsOperand: true },
];
