import * as vscode from 'vscode';
import type { ItemId, ThreadId } from '../../../protocol/ids';
import type { Item } from '../../../protocol/item';
import { oneLine } from '../../../protocol/text/truncate';
import type { ChangeRecord } from '../../changes/changeRecord';
import type { ChangeStore } from '../../changes/changeStore';
import { ChangeDocuments } from './changeDocuments';
import { openDiff, openMultiDiff, type ComparedPath } from './changeEditors';

/** Returns the ids of the changes of an item: a call's own, or all of a prompt's. Oldest first. */
export function changeIds(item: Item | undefined): readonly string[] {
  if (item?.kind === 'tool') return item.change === undefined ? [] : [item.change.id];
  return item?.kind === 'user' ? (item.changes?.ids ?? []) : [];
}

/** Returns the ids of the changes of an item and of everything after it. Oldest first. */
export function changeIdsSince(items: readonly Item[], itemId: ItemId): readonly string[] {
  const from = items.findIndex(({ id }) => id === itemId);
  return from < 0 ? [] : items.slice(from).flatMap((item) => (item.kind === 'tool' ? changeIds(item) : []));
}

/** Opens what one tool call changed. Rejects with an error for the user. */
export async function openCallDiff(
  store: ChangeStore,
  threadId: ThreadId,
  item: Item | undefined,
): Promise<void> {
  const compared = comparedPaths(await recordsOf(store, threadId, changeIds(item)));
  const [only, ...others] = compared;
  if (only === undefined) return openPatch(store, item);
  if (others.length === 0) return openDiff(only);
  const title = item?.kind === 'tool' ? oneLine(item.subject, 60) : '';
  return openMultiDiff(vscode.l10n.t('Changes by {call}', { call: title }), compared);
}

/** Opens what a prompt changed, or all of these changes. Rejects with an error for the user. */
export async function reviewChanges(
  store: ChangeStore,
  threadId: ThreadId,
  ids: readonly string[],
  title: string,
): Promise<void> {
  const compared = comparedPaths(await recordsOf(store, threadId, ids));
  if (compared.length === 0) throw new Error(nothingKept());
  const [only, ...others] = compared;
  return only !== undefined && others.length === 0 ? openDiff(only) : openMultiDiff(title, compared);
}

/** Opens the unified diff of a call whose contents aren't kept, as of an older version of Enso. */
async function openPatch(store: ChangeStore, item: Item | undefined): Promise<void> {
  if (item?.kind !== 'tool' || item.diff === undefined) throw new Error(nothingKept());
  const hash = await store.blobs.keep(Buffer.from(item.diff));
  const state = { kind: 'file', hash, size: item.diff.length, mode: 0o600 } as const;
  const uri = ChangeDocuments.uriOf(state, `${vscode.l10n.t('Changes')}.diff`);
  if (uri !== undefined) await vscode.window.showTextDocument(uri, { preview: true });
}

/** Returns each path once: before the first and after the last of the changes. */
function comparedPaths(records: readonly ChangeRecord[]): readonly ComparedPath[] {
  const byPath = new Map<string, ComparedPath>();
  for (const { path, shown, before, after } of records.flatMap(({ paths }) => paths)) {
    const known = byPath.get(path);
    byPath.set(path, { path, shown, before: known?.before ?? before, after });
  }
  return [...byPath.values()];
}

async function recordsOf(
  store: ChangeStore,
  threadId: ThreadId,
  ids: readonly string[],
): Promise<readonly ChangeRecord[]> {
  const records = await Promise.all(ids.map((id) => store.record(threadId, id)));
  return records.filter((record) => record !== undefined);
}

function nothingKept(): string {
  return vscode.l10n.t('Enso no longer keeps these changes.');
}
