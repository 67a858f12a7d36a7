import type { Preview } from '../../../protocol/dialog';
import type { RuleScope } from '../../approvals/approvalRules';
import type { ShellSettings } from '../../approvals/commandRule';
import type { UserFolders } from '../../approvals/pathScope';
import type { DryRun } from './dryRun';

/** Something that a tool is about to do, as far as the user has a say. */
export interface ProposedAction {
  readonly of: 'command' | 'file' | 'read' | 'other';
  readonly title: string;
  /** The scope of a rule for good; absent where one act says nothing about the next. */
  readonly always?: RuleScope;
  /** The scope of a rule for the thread. */
  readonly inThread: RuleScope;
  /** A file outside of the workspace. */
  readonly outside: boolean;
  /** A file by which something else is told what to run, or a file with keys. */
  readonly sensitive: boolean;
  /** The file that is written: the name as given, and the name with links resolved. */
  readonly file?: { readonly path: string; readonly target: string };
  /** Returns what the question shows. Rejects when the act can't be done or described. */
  readonly preview: () => Promise<Preview>;
}

export interface ActionDeps {
  readonly folder: string;
  readonly folders: readonly string[];
  readonly trusted: boolean;
  readonly userFolders: UserFolders;
  readonly shell: ShellSettings;
  readonly dryRun: DryRun;
}
