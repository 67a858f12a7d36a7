import type { ItemId } from './ids';
import type { CallChange, FileChange, Item, PromptChanges } from './item';

/** The number of files that a summary lists. The diff editor shows all of them. */
export const maxListedFiles = 100;

/** Adds the change of a call to the prompt that it belongs to: the last one before the call. */
export function addToPrompt(items: Item[], callId: ItemId, change: CallChange): void {
  const at = items.findLastIndex((item) => item.id === callId);
  const prompt = items.findLastIndex((item, index) => index < at && item.kind === 'user' && isPrompt(item));
  const item = items[prompt];
  if (item?.kind !== 'user' || item.changes?.ids.includes(change.id) === true) return;
  items[prompt] = { ...item, changes: together(item.changes, change) };
}

function isPrompt({ state }: { readonly state: string }): boolean {
  return state !== 'command';
}

function together(before: PromptChanges | undefined, { id, files, more = 0 }: CallChange): PromptChanges {
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
