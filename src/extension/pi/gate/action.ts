import type { Preview } from '../../../protocol/dialog';
import type { RuleScope } from '../../approvals/approvalRules';
import type { ShellSettings } from '../../approvals/commands/commandRule';
import type { TerminalRules } from '../../approvals/commands/terminalRules';
import type { UserFolders } from '../../approvals/pathScope';
import type { DryRun } from './dryRun';

/** A file under the name as given, and under the name with links resolved. */
export interface NamedFile {
  readonly path: string;
  readonly target: string;
}

/** An action that a tool is about to take and that may need the user's approval. */
export interface ProposedAction {
  readonly of: 'command' | 'file' | 'read' | 'other';
  readonly title: string;
  /** The scope of a permanent rule. Absent if an approval of this action says nothing about the next one. */
  readonly always?: RuleScope;
  /** The scope of a rule for the thread. */
  readonly inThread: RuleScope;
  /** True for a file outside the workspace. */
  readonly outside: boolean;
  /** True for a file that can make other programs run code, or that contains keys. */
  readonly sensitive: boolean;
  /** True for an action that needs no question in any mode. */
  readonly isFree?: boolean;
  /** True for an action that the user's own settings approve. */
  readonly isApprovedBySettings?: boolean;
  /** The file that is written. */
  readonly file?: NamedFile;
  /** The files that are read. */
  readonly reads?: readonly NamedFile[];
  /** Returns the preview of the question. Rejects when the action is impossible or can't be described. */
  readonly preview: () => Promise<Preview>;
}

export interface ActionDeps {
  readonly folder: string;
  readonly folders: readonly string[];
  readonly trusted: boolean;
  readonly userFolders: UserFolders;
  readonly shell: ShellSettings;
  readonly dryRun: DryRun;
  /** The user's rules for commands in VS Code's terminal tool, if the user wants them to count here. */
  readonly terminalRules?: TerminalRules;
}
