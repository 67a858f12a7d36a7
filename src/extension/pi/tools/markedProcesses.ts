import { readdir, readFile } from 'node:fs/promises';
import type { ThreadId } from '../../../protocol/ids';
import type { Clock } from '../../base/clock';
import type { BackgroundProcess, BackgroundProcesses } from '../../core/ports/processes';
import { oneLine } from '../../../protocol/text/truncate';

/** The variable that marks each command of the agent, and that its child processes inherit. */
export const markName = 'ENSO_COMMAND_OF';

const pollEveryMs = 100;
/** The number of polls between SIGTERM and SIGKILL. */
const maxPolls = 20;

/**
 * Finds background processes by the mark in their environment. Finds none on other systems than Linux, because they
 * don't show the environment of a process.
 */
export class MarkedProcesses implements BackgroundProcesses {
  /** The current number in the marks of each thread. Processes with an earlier number are background processes. */
  private readonly rounds = new Map<ThreadId, number>();
  /** Threads in which the last search found nothing and no command has started since. */
  private readonly quiet = new Set<ThreadId>();

  constructor(private readonly clock: Pick<Clock, 'after'>) {}

  /** Returns the variable for the environment of a command. */
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
      const candidate = await this.inspect(threadId, pid);
      if (candidate !== undefined) found.push(candidate);
    }
    if (found.length > 0) this.quiet.delete(threadId);
    return found;
  }

  async end(processes: readonly BackgroundProcess[]): Promise<readonly BackgroundProcess[]> {
    let left = await signalAll(processes, 'SIGTERM');
    for (let polls = 0; polls < maxPolls && left.length > 0; polls++) {
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

  private async inspect(threadId: ThreadId, pid: number): Promise<BackgroundProcess | undefined> {
    // A VS Code window that a command has started inherits the mark.
    if (pid === process.pid || pid === process.ppid) return undefined;
    const mark = await markOf(pid);
    const [thread, host, round] = mark?.split('/') ?? [];
    if (thread !== threadId) return undefined;
    const ours = Number(host) === process.pid;
    // Another window may run this thread and its commands.
    if (ours ? Number(round) >= this.round(threadId) : await exists(Number(host))) return undefined;
    const start = await startOf(pid);
    const command = await commandOf(pid);
    return start === undefined || command === undefined
      ? undefined
      : { key: `${pid}:${start}`, pid, command };
  }

  private pause(): Promise<void> {
    return new Promise((resolve) => {
      this.clock.after(pollEveryMs, resolve);
    });
  }
}

async function processIds(): Promise<readonly number[]> {
  if (process.platform !== 'linux') return [];
  const names = await readdir('/proc').catch(() => []);
  return names.filter((name) => /^\d+$/.test(name)).map(Number);
}

/** Reads a file about a process. Returns nothing for a process that has ended or belongs to another user. */
async function procFile(pid: number, file: 'environ' | 'stat' | 'cmdline'): Promise<string | undefined> {
  return readFile(`/proc/${String(pid)}/${file}`, 'utf8').catch(() => undefined);
}

async function markOf(pid: number): Promise<string | undefined> {
  const environment = (await procFile(pid, 'environ'))?.split('\0') ?? [];
  return environment.find((entry) => entry.startsWith(`${markName}=`))?.slice(markName.length + 1);
}

/** Returns the start of a process in kernel ticks, and nothing for a zombie. */
async function startOf(pid: number): Promise<string | undefined> {
  const stat = await procFile(pid, 'stat');
  // The name in parentheses may contain spaces.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields?.[0] === 'Z' || fields?.[0] === 'X' ? undefined : fields?.[19];
}

async function commandOf(pid: number): Promise<string | undefined> {
  const line = (await procFile(pid, 'cmdline'))?.replace(/[\p{Cc}\p{Cf}]/gu, ' ') ?? '';
  return line.trim() === '' ? undefined : oneLine(line, 80);
}

async function exists(pid: number): Promise<boolean> {
  return (await startOf(pid)) !== undefined;
}

async function living(processes: readonly BackgroundProcess[]): Promise<readonly BackgroundProcess[]> {
  const starts = await Promise.all(processes.map(({ pid }) => startOf(pid)));
  return processes.filter(({ key, pid }, at) => key === `${String(pid)}:${String(starts[at])}`);
}

/** Signals and returns the processes that still run. A process id may have been reused. */
async function signalAll(
  processes: readonly BackgroundProcess[],
  signal: 'SIGTERM' | 'SIGKILL',
): Promise<readonly BackgroundProcess[]> {
  const left = await living(processes);
  for (const { pid } of left) {
    try {
      process.kill(pid, signal);
    } catch {
      // The process has ended or can't be signalled. The next poll shows which.
    }
  }
  return left;
}
