import * as vscode from 'vscode';
import { DocumentFiles } from '../documentFiles';
import type { DialogAnswer, EditorRequest, Surface } from '../../../protocol/dialog';
import { plainText } from '../../../protocol/text/ansiText';
import { Deferred } from '../../base/deferred';

const scheme = 'enso-answer';

type Given = { readonly answer: DialogAnswer | 'cancel'; readonly from: Surface } | undefined;

interface Open {
  content: Uint8Array;
  changedAt: number;
  /** True during an auto save, which submits no answer. */
  autoSaving: boolean;
  /** Receives the answer; undefined while the tab is closed. */
  pending: Deferred<Given> | undefined;
  /** True while the tab is open. */
  shown: boolean;
  /** True once the question is settled, so that unsaved text may be discarded. */
  settled: boolean;
}

/**
 * Questions as documents in memory. Saving a document answers its question, the editor title has the actions, and
 * closing the document leaves the question open.
 */
export class AnswerDocuments extends DocumentFiles implements vscode.Disposable {
  private readonly open = new Map<string, Open>();
  private readonly changes = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.changes.event;
  private readonly registrations: vscode.Disposable;

  constructor() {
    super();
    this.registrations = vscode.Disposable.from(
      vscode.workspace.registerFileSystemProvider(scheme, this, { isCaseSensitive: true }),
      vscode.workspace.onWillSaveTextDocument(({ document, reason }) => {
        const entry = this.open.get(document.uri.path);
        if (document.uri.scheme !== scheme || entry === undefined) return;
        // With auto save, a pause in typing must not submit an answer.
        entry.autoSaving = reason !== vscode.TextDocumentSaveReason.Manual;
      }),
      vscode.window.tabGroups.onDidChangeTabs(() => {
        // VS Code closes a document some time after its tab, so the tab decides.
        for (const [path, { shown, pending }] of this.open) {
          if (shown && tabOf(uriOf(path)) === undefined) pending?.resolve(undefined);
        }
      }),
      vscode.commands.registerCommand('enso.answer.submit', (clicked?: unknown) => {
        const uri = targetDocument(clicked);
        const document = uri === undefined ? undefined : documentOf(uri);
        // VS Code doesn't save an unchanged document, whose text is also an answer.
        if (document !== undefined) this.submit(document.uri, { value: document.getText() });
      }),
      vscode.commands.registerCommand('enso.answer.cancel', (clicked?: unknown) => {
        const uri = targetDocument(clicked);
        if (uri !== undefined) this.submit(uri, 'cancel');
      }),
    );
  }

  /** Opens the question's document until it is submitted, cancelled or closed, or until `signal` aborts. */
  async ask(request: EditorRequest, signal: AbortSignal): Promise<Given> {
    const name =
      plainText(request.title)
        .replace(/[^\p{L}\p{N} _-]+/gu, ' ')
        .trim()
        .slice(0, 60) || vscode.l10n.t('Answer');
    const uri = uriOf(`/${request.id}/${name}.md`);
    const { path } = uri;
    const pending = new Deferred<Given>();
    const entry: Open = this.open.get(path) ?? {
      content: encode(request.prefill ?? ''),
      changedAt: Date.now(),
      autoSaving: false,
      pending,
      shown: false,
      settled: false,
    };
    // A question that is opened again keeps its document; the latest caller gets the answer.
    entry.pending = pending;
    this.open.set(path, entry);
    const gone = (): void => {
      pending.resolve(undefined);
    };
    signal.addEventListener('abort', gone);
    await vscode.window.showTextDocument(uri, { preview: false });
    entry.shown = true;
    if (signal.aborted) gone();
    const given = await pending.promise;
    signal.removeEventListener('abort', gone);
    if (entry.pending !== pending) return given;
    entry.pending = undefined;
    entry.shown = false;
    // The text of a closed tab stays until the question is opened again.
    if (given === undefined && !signal.aborted) return undefined;
    entry.settled = true;
    await closeTab(uri);
    this.open.delete(path);
    return given;
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const { content, changedAt } = this.entry(uri);
    return { type: vscode.FileType.File, ctime: changedAt, mtime: changedAt, size: content.byteLength };
  }

  readFile(uri: vscode.Uri): Uint8Array {
    return this.entry(uri).content;
  }

  writeFile(uri: vscode.Uri, content: Uint8Array): void {
    const entry = this.entry(uri);
    if (entry.pending === undefined && !entry.settled) throw questionClosed();
    entry.content = content;
    entry.changedAt = Date.now();
    if (entry.autoSaving) entry.autoSaving = false;
    else this.submit(uri, { value: new TextDecoder().decode(content) });
  }

  dispose(): void {
    this.registrations.dispose();
    this.changes.dispose();
  }

  private submit(uri: vscode.Uri, answer: DialogAnswer | 'cancel'): void {
    this.open.get(uri.path)?.pending?.resolve({ answer, from: 'editor-tab' });
  }

  private entry(uri: vscode.Uri): Open {
    const entry = this.open.get(uri.path);
    if (entry === undefined) throw questionClosed();
    return entry;
  }
}

function uriOf(path: string): vscode.Uri {
  return vscode.Uri.from({ scheme, path });
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function questionClosed(): vscode.FileSystemError {
  return vscode.FileSystemError.Unavailable(
    vscode.l10n.t('This question is closed. See the chat for details.'),
  );
}

/** Returns the document whose title was clicked, else the active one. */
function targetDocument(clicked: unknown): vscode.Uri | undefined {
  const uri = clicked instanceof vscode.Uri ? clicked : vscode.window.activeTextEditor?.document.uri;
  return uri?.scheme === scheme ? uri : undefined;
}

export function documentOf(uri: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
}

/** Returns the tab of a document in any editor group. */
export function tabOf(uri: vscode.Uri): vscode.Tab | undefined {
  return vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .find(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString());
}

/** Closes the document of a settled question. Saves first, since VS Code asks about a tab with unsaved text. */
export async function closeTab(uri: vscode.Uri): Promise<void> {
  const document = documentOf(uri);
  if (document?.isDirty === true) await document.save();
  const tab = tabOf(uri);
  if (tab !== undefined) await vscode.window.tabGroups.close(tab, true);
}
