import * as l10n from '@vscode/l10n';
import type { Reply } from '../../../protocol/frames';
import type { ItemId } from '../../../protocol/ids';
import type { NoticeItem } from '../../../protocol/item';
import { formatList, plural } from '../../../protocol/text/plural';
import type { BackgroundProcess } from '../ports/processes';
import type { ThreadParts } from './threadParts';

/** The delay before a process is reported, because a killed process may need a moment to end. */
const staysAfterMs = 500;
/** The number of processes that a notice names in its text. */
const maxNamed = 3;

/** Reports a thread's background processes as notices. */
export class BackgroundProcessReports {
  /** The reported processes of each notice. */
  private readonly reported = new Map<ItemId, readonly BackgroundProcess[]>();
  private notices = 0;

  constructor(private readonly thread: Pick<ThreadParts, 'id' | 'deps' | 'feed' | 'state'>) {}

  /**
   * Reports each new process once, without blocking.
   *
   * @param stopped whether a stop ended the commands
   */
  report(stopped: boolean): void {
    const { id, deps } = this.thread;
    const { processes, clock } = deps;
    if (processes === undefined || this.thread.state.closed) return;
    const fresh = async (): Promise<readonly BackgroundProcess[]> =>
      (await processes.find(id)).filter(({ key }) => !this.isReported(key));
    const publish = async (): Promise<void> => {
      const found = await fresh();
      if (found.length > 0 && !this.thread.state.closed) this.publish(found, stopped);
    };
    void fresh().then((found) => {
      if (found.length > 0) clock.after(staysAfterMs, () => void publish());
    });
  }

  /** Ends the processes of a notice and updates the notice with the result. */
  async end(itemId: ItemId | undefined): Promise<Reply> {
    const { id, deps, feed } = this.thread;
    const named = itemId === undefined ? undefined : this.reported.get(itemId);
    if (itemId === undefined || named === undefined) {
      return { ok: false, code: 'bad-request', message: l10n.t('This notice is out of date.') };
    }
    const left = (await deps.processes?.end(named)) ?? named;
    const ended = named.length - left.length;
    deps.log.info(`thread ${id}: background processes ended, ${String(ended)} of ${String(named.length)}`);
    feed.publish({
      type: 'item-changed',
      id: itemId,
      patch:
        left.length === 0
          ? { level: 'info', text: l10n.t('Ended {processes}.', { processes: list(named) }), next: [] }
          : { level: 'error', text: l10n.t("Couldn't end {processes}.", { processes: list(left) }) },
    });
    if (left.length === 0) this.reported.delete(itemId);
    else this.reported.set(itemId, left);
    // A child of an ended process may still be running.
    this.report(false);
    return { ok: true };
  }

  private isReported(key: string): boolean {
    return [...this.reported.values()].some((named) => named.some((process) => process.key === key));
  }

  private publish(found: readonly BackgroundProcess[], stopped: boolean): void {
    const id = `background-processes-${String(++this.notices)}`;
    this.reported.set(id, found);
    this.thread.deps.log.info(
      `thread ${this.thread.id}: background processes found, ${String(found.length)}`,
    );
    const item: NoticeItem = {
      kind: 'notice',
      id,
      level: stopped ? 'warning' : 'info',
      text: stopped ? runningAfterStop(found) : running(found),
      ...(found.length > maxNamed
        ? { detail: found.map(({ pid, command }) => `${String(pid)}  ${command}`).join('\n') }
        : {}),
      next: [found.length === 1 ? 'end-process' : 'end-processes'],
    };
    this.thread.feed.publish({ type: 'item-added', item });
  }
}

function runningAfterStop(found: readonly BackgroundProcess[]): string {
  const args = { processes: list(found), pids: pidsOf(found) };
  return plural(found.length, {
    one: l10n.t(
      'Still running after the stop: {processes}. End the process here, or run `kill {pids}` in a terminal.',
      args,
    ),
    other: l10n.t(
      'Still running after the stop: {processes}. End the processes here, or run `kill {pids}` in a terminal.',
      args,
    ),
  });
}

function running(found: readonly BackgroundProcess[]): string {
  const args = { processes: list(found), pids: pidsOf(found) };
  return plural(found.length, {
    one: l10n.t(
      'Still running: {processes}. End the process here, or run `kill {pids}` in a terminal.',
      args,
    ),
    other: l10n.t(
      'Still running: {processes}. End the processes here, or run `kill {pids}` in a terminal.',
      args,
    ),
  });
}

function pidsOf(processes: readonly BackgroundProcess[]): string {
  return processes.map(({ pid }) => pid).join(' ');
}

function list(processes: readonly BackgroundProcess[]): string {
  const named = processes
    .slice(0, maxNamed)
    .map(({ pid, command }) => l10n.t('{command} (PID {pid})', { command, pid: String(pid) }));
  const more = processes.length - named.length;
  const rest = plural(more, { one: l10n.t('1 more'), other: l10n.t('{count} more', { count: more }) });
  return formatList(more > 0 ? [...named, rest] : named);
}
