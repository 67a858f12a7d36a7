import type { SessionManager } from '@earendil-works/pi-coding-agent';
import type { ThreadId } from '../../../protocol/ids';
import type { ApprovalRules } from '../../approvals/approvalRules';
import type { Clock } from '../../base/clock';
import type { Log } from '../../base/log';
import type { ChangeStore } from '../../changes/changeStore';
import type { Approvals } from '../../core/ports/approvals';
import type { UnsavedEditors } from '../../core/ports/editors';
import type { RuntimeHost } from '../../core/ports/runtime';
import type { Models } from '../models/models';
import type { Pi } from '../sdk/loadPi';
import type { Transcript } from '../transcript/transcript';

export interface SessionOptions {
  readonly threadId: ThreadId;
  readonly pi: Pi;
  readonly models: Models;
  readonly manager: SessionManager;
  readonly folder: string;
  readonly agentDir: string;
  readonly trusted: () => boolean;
  readonly approvals: Approvals;
  readonly approvalRules: ApprovalRules;
  readonly host: RuntimeHost;
  readonly transcript: Transcript;
  readonly clock: Clock;
  readonly log: Log;
  /** Editors with unsaved changes. Absent: files are what is on disk. */
  readonly editors?: UnsavedEditors;
  /** Where the changes of tools are kept. Absent: nothing can be undone. */
  readonly changes?: { readonly store: ChangeStore; readonly temporary: string };
  /** Called when all other extensions have seen the user's prompt. False keeps the prompt from pi. */
  readonly admit: () => boolean;
  readonly runActive: () => boolean;
  /** Variables that the environment of each command gets in addition. */
  readonly mark: () => Readonly<Record<string, string>>;
  /** Called with the paths of all extensions after they have loaded and before they start. */
  readonly extensionsLoaded: (paths: readonly string[]) => void;
  /** Returns whether a report is the first one with this key. */
  readonly firstReport: (key: string) => boolean;
  /** Called when the model or the list of commands has changed. */
  readonly changed: () => void;
}
