import type { ThreadId } from '../../../protocol/ids';

/** A process that has outlived the command which started it. */
export interface BackgroundProcess {
  /** This process alone: its number may be another's later. */
  readonly key: string;
  readonly pid: number;
  /** Its command line, on one line and cut. */
  readonly command: string;
}

/** What outlives the commands of a thread. None of it rejects. */
export interface BackgroundProcesses {
  /** All commands that have begun in this thread are over by now. */
  over(threadId: ThreadId): void;
  /** What lives on of commands that are over; nothing where that can't be told. */
  find(threadId: ThreadId): Promise<readonly BackgroundProcess[]>;
  /** Ends them; resolves, some seconds later at most, with those that could not be ended. */
  end(leftovers: readonly BackgroundProcess[]): Promise<readonly BackgroundProcess[]>;
}
