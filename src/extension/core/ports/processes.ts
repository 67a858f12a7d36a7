import type { ThreadId } from '../../../protocol/ids';

/** A process that is still running after the command that started it has ended. */
export interface BackgroundProcess {
  /** Identifies the process. The system may reuse a PID. */
  readonly key: string;
  readonly pid: number;
  /** The command line, as one truncated line. */
  readonly command: string;
}

/** The background processes of all threads. No function rejects. */
export interface BackgroundProcesses {
  /** Reports that all commands that were started in this thread have ended. */
  over(threadId: ThreadId): void;
  /** Returns the processes that ended commands have left, and none where the system can't list processes. */
  find(threadId: ThreadId): Promise<readonly BackgroundProcess[]>;
  /** Ends processes. Resolves within a few seconds, with the processes that are still running. */
  end(processes: readonly BackgroundProcess[]): Promise<readonly BackgroundProcess[]>;
}
