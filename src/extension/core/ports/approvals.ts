import type { ThreadId } from '../../../protocol/ids';

/** The setting that says which acts of pi need the user's approval. */
export type ApprovalMode =
  /** Commands, edits and writes. */
  | 'ask'
  /** Commands, and files that lie outside of the workspace or make something run. */
  | 'edits-allowed'
  | 'off';

/** A rule that allows acts without a question. */
export interface ApprovalRule {
  /** The kind of acts. */
  readonly id: string;
  /** For the user, in the list of rules: a command, or the kind of acts in words. */
  readonly label: string;
  /** When the user made the rule, in milliseconds since 1970. */
  readonly since: number;
  /** The folder of the thread in which the user made the rule. The rule counts in this folder only. */
  readonly folder: string;
  /** The state of the files and settings on which the rule depends. The rule lapses when the state changes. */
  readonly fingerprint?: string;
}

/** A rule in the list for the user. */
export interface ListedRule extends ApprovalRule {
  /** Set for a rule that ends with the window. */
  readonly threadId?: ThreadId;
}

/** Rules that outlast the window. */
export interface ApprovalStore {
  load(): readonly ApprovalRule[];
  save(rules: readonly ApprovalRule[]): Promise<void>;
}

/** The user's settings about approvals. Each function is called again for each act. */
export interface Approvals {
  mode(): ApprovalMode;
  /** The workspace's folders; a thread's own folder counts as one. */
  folders(): readonly string[];
  /** VS Code's folders of user settings and of extensions. */
  readonly editorFolders?: readonly string[];
  readonly store: ApprovalStore;
}
