import type { ThreadId } from '../../../src/protocol/ids';
import type { Log } from '../../../src/extension/base/log';

/** Reads the log as it is written: what it says must fit together, and none of it may be a person's words. */
export class LogWatch {
  readonly log: Log;
  private readonly generations = new Map<string, { last: number; taken: boolean }>();
  private readonly settledDialogs = new Set<string>();

  constructor(private readonly violated: (what: string) => void) {
    this.log = this.makeLog();
  }

  /** The thread is read anew: its runs are counted from the beginning. */
  forget(threadId: ThreadId): void {
    this.generations.delete(threadId);
  }

  /** The log says by number what was taken, given back and settled: each is checked as it is said. */
  private makeLog(): Log {
    const heard = (message: string): void => {
      if (message.includes('zq')) this.violated(`a person's words are in the log: ${message}`);
    };
    return {
      debug: heard,
      info: (message) => {
        heard(message);
        if (message.startsWith('thread ')) this.runLogged(message);
        else if (message.startsWith('dialog ') && message.includes(' settled: ')) {
          const [, id = ''] = message.split(' ');
          if (this.settledDialogs.has(id)) this.violated('a question was settled twice');
          this.settledDialogs.add(id);
        }
      },
      warn: (message) => {
        heard(message);
        if (/released again|was refused|could not be told/.test(message)) this.violated(message);
      },
      error: (message) => {
        heard(message);
        if (!/cannot be built|it is stuck|it is deaf/.test(message)) this.violated(`error: ${message}`);
      },
    };
  }

  private runLogged(message: string): void {
    const [, thread = '', run, number = '', what] = message.split(' ');
    if (run !== 'run' || (what !== 'acquired' && what !== 'released')) return;
    const known = this.generations.get(thread) ?? { last: 0, taken: false };
    if (what === 'acquired') {
      if (known.taken) this.violated(`run ${number} was taken before the one before was released`);
      if (Number(number) !== known.last + 1) this.violated(`run ${number} came after ${String(known.last)}`);
    } else if (!known.taken || Number(number) !== known.last) {
      this.violated(`run ${number} was released and had not been taken`);
    }
    this.generations.set(thread, { last: Number(number), taken: what === 'acquired' });
  }
}
