import { readdir, readFile } from 'node:fs/promises';
import type { ThreadId } from '../../../protocol/ids';
import type { Clock } from '../../base/clock';
import type { BackgroundProcess, BackgroundProcesses } from '../../core/ports/processes';
import { oneLine } from '../../../protocol/text/truncate';

/** Every command of the agent has this in its environment, and so has all that it starts, wherever that goes. */
export const markName = 'ENSO_COMMAND_OF';

/** Milliseconds between two looks at a process that was asked to end, and how often it is looked at. */
const lookEveryMs = 100;
const looks = 20;

/**
 * Finds processes by the mark in their environment. Only Linux shows a process's environment to others, so elsewhere
 * none is found: a wrong word would be worse than none.
 */
export class MarkedProcesses implements BackgroundProcesses {
  /** The number that a thread's commands are marked with now; those with an earlier one are over. */
  private readonly rounds = new Map<ThreadId, number>();
  /** Threads in which nothing was found, and no command began since. */
  private readonly quiet = new Set<ThreadId>();

  constructor(private readonly clock: Pick<Clock, 'after'>) {}

  /** What a command of this thread is to have in its environment. */
  mark(threadId: ThreadId): Readonly<Record<string, string>> {
    this.quiet.delete(threadId);
    return { [markName]: `${threadId}/${String(process.pid)}/${String(this.round(threadId))}` };
  }

  over(threadId: ThreadId): void {
    this.rounds.set(threadId, this.round(threadId) + 1);
  }

  async find(threadId: ThreadId): Promise<readonly BackgroundProcess[]> {
    if (this.quiet.has(threadId)) return [];
    this.quiet.add(threadId);
    const found: BackgroundProcess[] = [];
    for (const pid of await processIds()) {
      const leftover = await this.look(threadId, pid);
      if (leftover !== undefined) found.push(leftover);
    }
    if (found.length > 0) this.quiet.delete(threadId);
    return found;
  }

  async end(leftovers: readonly BackgroundProcess[]): Promise<readonly BackgroundProcess[]> {
    let left = await signalAll(leftovers, 'SIGTERM');
    for (let look = 0; look < looks && left.length > 0; look++) {
      await this.pause();
      left = await living(left);
    }
    if (left.length === 0) return [];
    left = await signalAll(left, 'SIGKILL');
    await this.pause();
    return living(left);
  }

  private round(threadId: ThreadId): number {
    return this.rounds.get(threadId) ?? 0;
  }

  private async look(threadId: ThreadId, pid: number): Promise<BackgroundProcess | undefined> {
    // A window that was started by a command has its mark.
    if (pid === process.pid || pid === process.ppid) return undefined;
    const mark = await markOf(pid);
    const [thread, host, round] = mark?.split('/') ?? [];
    if (thread !== threadId) return undefined;
    const ours = Number(host) === process.pid;
    // Another window may run this thread, and its commands with it.
    if (ours ? Number(round) >= this.round(threadId) : await exists(Number(host))) return undefined;
    const start = await startOf(pid);
    const command = await commandOf(pid);
    return start === undefined || command === undefined
      ? undefined
      : { key: `${pid}:${start}`, pid, command };
  }

  private pause(): Promise<void> {
    return new Promise((resolve) => {
      this.clock.after(lookEveryMs, resolve);
    });
  }
}

async function processIds(): Promise<readonly number[]> {
  if (process.platform !== 'linux') return [];
  const names = await readdir('/proc').catch(() => []);
  return names.filter((name) => /^\d+$/.test(name)).map(Number);
}

/** A file about a process; nothing when it is gone or somebody else's. */
async function about(pid: number, file: 'environ' | 'stat' | 'cmdline'): Promise<string | undefined> {
  return readFile(`/proc/${String(pid)}/${file}`, 'utf8').catch(() => undefined);
}

async function markOf(pid: number): Promise<string | undefined> {
  const environment = (await about(pid, 'environ'))?.split('\0') ?? [];
  return environment.find((entry) => entry.startsWith(`${markName}=`))?.slice(markName.length + 1);
}

/** When it began, in the kernel's ticks; nothing for one that is dead and only not collected yet. */
async function startOf(pid: number): Promise<string | undefined> {
  const stat = await about(pid, 'stat');
  // A name in brackets comes first, and may have anything in it.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields?.[0] === 'Z' || fields?.[0] === 'X' ? undefined : fields?.[19];
}

async function commandOf(pid: number): Promise<string | undefined> {
  const line = (await about(pid, 'cmdline'))?.replace(/[\p{Cc}\p{Cf}]/gu, ' ') ?? '';
  return line.trim() === '' ? undefined : oneLine(line, 80);
}

async function exists(pid: number): Promise<boolean> {
  return (await startOf(pid)) !== undefined;
}

async function living(leftovers: readonly BackgroundProcess[]): Promise<readonly BackgroundProcess[]> {
  const starts = await Promise.all(leftovers.map(({ pid }) => startOf(pid)));
  return leftovers.filter(({ key, pid }, at) => key === `${String(pid)}:${String(starts[at])}`);
}

/** Signals those that are still the same process; gives them back. */
async function signalAll(
  leftovers: readonly BackgroundProcess[],
  signal: 'SIGTERM' | 'SIGKILL',
): Promise<readonly BackgroundProcess[]> {
  const left = await living(leftovers);
  for (const { pid } of left) {
    try {
      process.kill(pid, signal);
    } catch {
      // It is gone, or may not be ended: the next look says which.
    }
  }
  return left;
}
