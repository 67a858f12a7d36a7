import type { Toast } from '../../../protocol/frames';
import type { ThreadId } from '../../../protocol/ids';
import type { PromptBody } from '../../../protocol/item';
import type { Clock } from '../../base/clock';
import type { Log } from '../../base/log';
import type { FollowFeed } from '../feed/followFeed';
import type { EditorCommand } from '../ports/panel';
import type { BackgroundProcesses } from '../ports/processes';
import type { RuntimeFactory } from '../ports/runtime';
import type { RunEvent, RunState } from '../run/runState';
import type { OpenDialogs } from './openDialogs';
import type { RuntimeSlot } from './runtimeSlot';

/** Hands prompts back to a panel, or to the thread's draft. `why` is for the user. */
export type HandBackPrompts = (
  threadId: ThreadId,
  panelId: string | undefined,
  prompts: readonly PromptBody[],
  why: string | undefined,
) => void;

/** The composer of the panel that was last in use on a thread. */
export interface ComposerAccess {
  text(threadId: ThreadId): string;
  set(threadId: ThreadId, text: string, replace: boolean): void;
  toast(threadId: ThreadId, toast: Toast): void;
}

export interface ThreadDeps {
  readonly factory: RuntimeFactory;
  readonly clock: Clock;
  readonly log: Log;
  /** Milliseconds after which an idle runtime is unloaded; 0 keeps it. */
  readonly idleMs: () => number;
  readonly handBack: HandBackPrompts;
  readonly composer: ComposerAccess;
  readonly commands: readonly EditorCommand[];
  readonly processes?: BackgroundProcesses;
  /** Called with all admitted and undelivered prompts whenever they change. */
  readonly saveUndelivered?: (threadId: ThreadId, prompts: readonly PromptBody[]) => void;
}

/** A thread as its parts see it. */
export interface ThreadParts {
  readonly id: ThreadId;
  readonly deps: ThreadDeps;
  readonly feed: FollowFeed;
  readonly dialogs: OpenDialogs;
  readonly slot: RuntimeSlot;
  readonly state: RunState;
  /** Handles an event of the run. An event that is raised while effects are performed is queued behind them. */
  dispatch(event: RunEvent): void;
}
