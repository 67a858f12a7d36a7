/** What a person is asked about before a tool does it. */
export type ApprovalMode =
  /** Commands, edits and writes. */
  | 'ask'
  /** Commands, and files that lie outside of the workspace or make something run. */
  | 'edits-allowed'
  | 'off';

/** The kinds of acts that a person has allowed for good. */
export interface ApprovalStore {
  load(): readonly string[];
  save(kinds: readonly string[]): Promise<void>;
}

/** How the person wants to be asked. Each function is called anew for each act. */
export interface Approvals {
  mode(): ApprovalMode;
  /** The workspace's folders; a thread's own folder counts as one. */
  folders(): readonly string[];
  readonly store: ApprovalStore;
}
