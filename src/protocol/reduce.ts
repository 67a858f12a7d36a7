import { indexOfCall, withQuestion } from './callQuestions';
import type { DialogEnding, DialogRequest } from './dialog';
import type { DialogId, ItemId, MessageId } from './ids';
import {
  maxListedFiles,
  type CallChange,
  type DialogItem,
  type FileChange,
  type Item,
  type PromptChanges,
  type UserItem,
} from './item';
import type { Observation } from './observation';
import { indexOfItem, type ThreadState, type ThreadStatus } from './threadState';

/**
 * Applies an observation. Host and panels change a thread's state nowhere else. Changes `state` in place and replaces
 * each item that changes, so that drawing can compare by identity. The work doesn't grow with the length of the thread.
 * Observations about unknown items have no effect.
 */
export function reduce(state: ThreadState, observation: Observation): void {
  switch (observation.type) {
    case 'run-started':
      state.run = { generation: observation.generation, startedAt: observation.at };
      state.stopping = undefined;
      return;
    case 'activity':
      state.activity = observation.activity;
      return;
    case 'stop-requested':
      state.stopping = {
        generation: observation.generation,
        by: observation.by,
        ...(observation.waitingFor === undefined ? {} : { waitingFor: observation.waitingFor }),
      };
      return;
    case 'settled':
      state.run = undefined;
      state.activity = undefined;
      state.stopping = undefined;
      state.workingMessage = undefined;
      return;
    case 'prompt-opened':
      state.items.push(observation.item);
      return;
    case 'prompt-delivered':
      deliver(state, observation.item);
      return;
    case 'prompt-rejected':
      // A command has its item from the start, which a refusal removes.
      withdraw(state, [observation.messageId], ['pending', 'command']);
      state.items.push({
        kind: 'notice',
        id: `rejected-${observation.messageId}`,
        level: 'error',
        text: observation.reason,
        ...(observation.next === undefined ? {} : { next: observation.next }),
      });
      return;
    case 'prompts-restored':
      withdraw(state, observation.messageIds);
      return;
    case 'queue':
      state.queue = observation.items;
      state.queuePaused = observation.paused;
      return;
    case 'item-added':
      state.items.push(observation.item);
      return;
    case 'text-delta':
      change(state, observation.id, (item) =>
        'text' in item ? { ...item, text: item.text + observation.delta } : item,
      );
      return;
    case 'item-changed':
      change(state, observation.id, (item) => Object.assign({}, item, observation.patch));
      if ('change' in observation.patch) addToPrompt(state.items, observation.id, observation.patch.change);
      return;
    case 'changes-undone':
      state.undone = observation.ids;
      return;
    case 'dialog-opened':
      state.dialogs = [...state.dialogs, observation.request];
      openDialog(state, observation.request);
      return;
    case 'dialog-settled':
      state.dialogs = state.dialogs.filter((request) => request.id !== observation.dialogId);
      settleDialog(state, observation.dialogId, observation.ending);
      return;
    case 'session-changed':
      state.session = { ...state.session, ...observation.patch };
      return;
    case 'extension-status':
      state.statuses = withEntry(state.statuses, observation.key, observation.text);
      return;
    case 'extension-widget':
      state.widgets = withEntry(state.widgets, observation.key, observation.widget);
      return;
    case 'working-message':
      state.workingMessage = observation.text;
      return;
  }
}

/**
 * Ends the run if the host's status is idle. Commands, and prompts that were refused or handed back before their run
 * began, end without a `settled`.
 */
export function reduceStatus(state: ThreadState, status: ThreadStatus): void {
  if (status.busy) return;
  state.run = undefined;
  state.stopping = undefined;
}

function openDialog(state: ThreadState, request: DialogRequest): void {
  const call = state.items[indexOfCall(state.items, request)];
  const item: DialogItem = {
    kind: 'dialog',
    id: request.id,
    request,
    ...(call === undefined ? {} : { toolItemId: call.id }),
  };
  state.items.push(item);
  showOnCall(state, item);
}

function settleDialog(state: ThreadState, dialogId: DialogId, ending: DialogEnding): void {
  change(state, dialogId, (item) => {
    if (item.kind !== 'dialog') return item;
    const settled = { ...item, ending };
    showOnCall(state, settled);
    return settled;
  });
}

function showOnCall(state: ThreadState, dialog: DialogItem): void {
  if (dialog.toolItemId === undefined) return;
  change(state, dialog.toolItemId, (item) => (item.kind === 'tool' ? withQuestion(item, dialog) : item));
}

function change(state: ThreadState, id: string, next: (item: Item) => Item): void {
  const index = indexOfItem(state.items, id);
  const item = state.items[index];
  if (item !== undefined) state.items[index] = next(item);
}

/**
 * Marks a pending message as delivered in its place. A queued prompt is added at the end, and so is a message that was
 * overtaken: the model may have received and answered an extension's message first.
 */
function deliver(state: ThreadState, delivered: UserItem): void {
  const index = indexOfItem(state.items, delivered.id);
  const overtaken =
    delivered.state === 'delivered' && index >= 0 && state.items.slice(index + 1).some(isConversation);
  if (overtaken) state.items.splice(index, 1);
  if (index < 0 || overtaken) state.items.push(delivered);
  else state.items[index] = delivered;
}

/** Returns whether an item is part of the model's context, where order matters. */
function isConversation(item: Item): boolean {
  return item.kind === 'user' ? item.state === 'delivered' : item.kind !== 'dialog' && item.kind !== 'notice';
}

/** Removes messages that pi never received. Delivered messages stay, whatever the ids are. */
function withdraw(
  state: ThreadState,
  messageIds: readonly MessageId[],
  states: readonly UserItem['state'][] = ['pending'],
): void {
  for (const messageId of messageIds) {
    const index = state.items.findLastIndex(
      (item) => item.kind === 'user' && states.includes(item.state) && item.messageId === messageId,
    );
    if (index >= 0) state.items.splice(index, 1);
  }
  state.queue = state.queue.filter((item) => !messageIds.includes(item.messageId));
}

function withEntry<T>(
  record: Readonly<Record<string, T>>,
  key: string,
  value: T | undefined,
): Readonly<Record<string, T>> {
  const rest = Object.entries(record).filter(([name]) => name !== key);
  return Object.fromEntries(value === undefined ? rest : [...rest, [key, value]]);
}

/** Adds the change of a call to the prompt that it belongs to: the last one before the call. */
export function addToPrompt(items: Item[], callId: ItemId, change: CallChange): void {
  const at = items.findLastIndex((item) => item.id === callId);
  const prompt = items.findLastIndex((item, index) => index < at && item.kind === 'user' && isPrompt(item));
  const item = items[prompt];
  if (item?.kind !== 'user' || item.changes?.ids.includes(change.id) === true) return;
  items[prompt] = { ...item, changes: withChange(item.changes, change) };
}

function isPrompt({ state }: { readonly state: string }): boolean {
  return state !== 'command';
}

function withChange(before: PromptChanges | undefined, { id, files, more = 0 }: CallChange): PromptChanges {
  const all = new Map((before?.files ?? []).map((file) => [file.path, file]));
  let unlisted = (before?.more ?? 0) + more;
  for (const file of files) {
    const known = all.get(file.path);
    if (known === undefined && all.size >= maxListedFiles) unlisted += 1;
    else all.set(file.path, known === undefined ? file : merged(known, file));
  }
  const summary = { ids: [...(before?.ids ?? []), id], files: [...all.values()] };
  return unlisted === 0 ? summary : { ...summary, more: unlisted };
}

function merged(first: FileChange, last: FileChange): FileChange {
  const kind = last.kind === 'deleted' ? 'deleted' : first.kind === 'created' ? 'created' : 'changed';
  return { ...last, kind, added: first.added + last.added, removed: first.removed + last.removed };
}
