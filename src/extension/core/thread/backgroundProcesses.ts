import type { Reply } from '../../../protocol/frames';
import type { ItemId } from '../../../protocol/ids';
import type { NoticeItem } from '../../../protocol/item';
import type { BackgroundProcess } from '../ports/processes';
import type { Thread } from './thread';

/** Milliseconds after which a process is believed to stay: one that was killed may need a moment to be gone. */
const staysAfterMs = 500;
/** How many are named in the line itself. */
const maxNamed = 3;

/**
 * Says in the thread which processes have outlived the commands that started them, each once. Nothing waits for it.
 *
 * @param stopped the commands ended by a stop
 */
export function reportBackgroundProcesses(thread: Thread, stopped: boolean): void {
  const { processes, clock } = thread.deps;
  if (processes === undefined || thread.disposed) return;
  const fresh = async (): Promise<readonly BackgroundProcess[]> =>
    (await processes.find(thread.id)).filter(({ key }) => !isTold(thread, key));
  const tell = async (): Promise<void> => {
    const found = await fresh();
    if (found.length > 0 && !thread.disposed) publish(thread, found, stopped);
  };
  void fresh().then((found) => {
    if (found.length > 0) clock.after(staysAfterMs, () => void tell());
  });
}

/** Ends the processes that a notice names, and changes the notice to what came of it. */
export async function endBackgroundProcesses(thread: Thread, itemId: ItemId | undefined): Promise<Reply> {
  const told = itemId === undefined ? undefined : thread.reportedProcesses.get(itemId);
  if (itemId === undefined || told === undefined) {
    return { ok: false, code: 'bad-request', message: 'It is not known any more what this was about.' };
  }
  const left = (await thread.deps.processes?.end(told)) ?? told;
  const ended = told.length - left.length;
  thread.deps.log.info(`thread ${thread.id}: ${String(ended)} of ${String(told.length)} leftovers ended`);
  thread.feed.publish({
    type: 'item-changed',
    id: itemId,
    patch:
      left.length === 0
        ? { level: 'info', text: `Ended: ${list(told)}.`, next: [] }
        : { level: 'error', text: `Could not be ended: ${list(left)}.` },
  });
  if (left.length === 0) thread.reportedProcesses.delete(itemId);
  else thread.reportedProcesses.set(itemId, left);
  // What one of them had started goes on without it.
  reportBackgroundProcesses(thread, false);
  return { ok: true };
}

function isTold(thread: Thread, key: string): boolean {
  return [...thread.reportedProcesses.values()].some((told) => told.some((leftover) => leftover.key === key));
}

function publish(thread: Thread, found: readonly BackgroundProcess[], stopped: boolean): void {
  const id = `leftovers-${String(++thread.processNotices)}`;
  thread.reportedProcesses.set(id, found);
  thread.deps.log.info(`thread ${thread.id}: ${String(found.length)} processes have outlived their commands`);
  const pids = found.map(({ pid }) => pid).join(' ');
  const one = found.length === 1;
  const item: NoticeItem = {
    kind: 'notice',
    id,
    level: stopped ? 'warning' : 'info',
    text: `Still running${stopped ? ' after the stop' : ''}: ${list(found)}. ${
      one ? 'It has outlived the command' : 'They have outlived the commands'
    } that started ${one ? 'it' : 'them'}. End ${one ? 'it' : 'them'} here, or in a terminal with: kill ${pids}`,
    ...(found.length > maxNamed
      ? { detail: found.map(({ pid, command }) => `${String(pid)}  ${command}`).join('\n') }
      : {}),
    next: [one ? 'end-process' : 'end-processes'],
  };
  thread.feed.publish({ type: 'item-added', item });
}

function list(leftovers: readonly BackgroundProcess[]): string {
  const words = leftovers.slice(0, maxNamed).map(({ pid, command }) => `${command} (process ${String(pid)})`);
  const more = leftovers.length - words.length;
  return `${words.join(', ')}${more > 0 ? ` and ${String(more)} more` : ''}`;
}
