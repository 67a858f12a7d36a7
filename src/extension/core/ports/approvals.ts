import type { ThreadId } from '../../../protocol/ids';

/** The setting that controls which of pi's actions need the user's approval. */
export type ApprovalMode =
  /** Commands, edits and writes. */
  | 'ask'
  /** Commands, and changes to files outside the workspace or to files that can make programs run code. */
  | 'edits-allowed'
  | 'off';

/** A rule that allows actions without a question. */
export interface ApprovalRule {
  /** Identifies the actions that the rule covers. */
  readonly id: string;
  /** The rule's text in the list for the user: a command, or a description of the actions. */
  readonly label: string;
  /** The time at which the user made the rule, in milliseconds since the epoch. */
  readonly since: number;
  /** The folder of the thread in which the user made the rule. The rule applies in this folder only. */
  readonly folder: string;
  /** The state of the files and settings that the rule depends on. The rule expires when the state changes. */
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

/** The user's approval settings. Each function is called again for each action. */
export interface Approvals {
  mode(): ApprovalMode;
  /** Returns the workspace's folders, in addition to a thread's own folder. */
  folders(): readonly string[];
  /** VS Code's folders of user settings and of extensions. */
  readonly editorFolders?: readonly string[];
  readonly store: ApprovalStore;
  /** The user's own rules for commands in VS Code's terminal tool; nothing unless the user wants them to count here. */
  readonly terminalRules?: () => Readonly<Record<string, unknown>> | undefined;
}
