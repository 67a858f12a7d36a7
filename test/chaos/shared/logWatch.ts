import type { ThreadId } from '../../../src/protocol/ids';
import type { Log } from '../../../src/extension/base/log';

/** A log that checks its lines: runs and dialogs must be consistent, and no line may contain text of a user. */
export class LogWatch {
  readonly log: Log;
  private readonly generations = new Map<string, { last: number; active: boolean }>();
  private readonly settledDialogs = new Set<string>();

  constructor(private readonly violated: (what: string) => void) {
    this.log = this.makeLog();
  }

  /** Forgets the runs of a thread that will be read again. */
  forget(threadId: ThreadId): void {
    this.generations.delete(threadId);
  }

  /** Returns the log, which checks runs and dialogs by the numbers in its lines. */
  private makeLog(): Log {
    const checkPrivacy = (message: string): void => {
      if (message.includes('zq')) this.violated(`text of a user is in the log: ${message}`);
    };
    return {
      debug: checkPrivacy,
      info: (message) => {
        checkPrivacy(message);
        if (message.startsWith('thread ')) this.runLogged(message);
        else if (message.startsWith('dialog ') && message.includes(': settled, ')) {
          const [, id = ''] = message.split(/[ :]+/);
          if (this.settledDialogs.has(id)) this.violated('a question was settled twice');
          this.settledDialogs.add(id);
        }
      },
      warn: (message) => {
        checkPrivacy(message);
        if (/: (invalid message|post failed)/.test(message)) this.violated(message);
      },
      error: (message) => {
        checkPrivacy(message);
        if (!/cannot be built|the queue is stuck|the abort failed/.test(message))
          this.violated(`error: ${message}`);
      },
    };
  }

  private runLogged(message: string): void {
    const [, thread = '', run, number = '', what] = message.split(/[ :]+/);
    if (run !== 'run' || (what !== 'started' && what !== 'ended')) return;
    const known = this.generations.get(thread) ?? { last: 0, active: false };
    if (what === 'started') {
      if (known.active) this.violated(`run ${number} started before the previous run ended`);
      if (Number(number) !== known.last + 1) this.violated(`run ${number} came after ${String(known.last)}`);
    } else if (!known.active || Number(number) !== known.last) {
      this.violated(`run ${number} ended without a start`);
    }
    this.generations.set(thread, { last: Number(number), active: what === 'started' });
  }
}
