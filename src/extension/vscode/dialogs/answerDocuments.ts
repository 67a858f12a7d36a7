import * as vscode from 'vscode';
import type { DialogAnswer, EditorRequest, Surface } from '../../../protocol/dialog';
import { plainText } from '../../../protocol/text/ansiText';
import { Deferred } from '../../base/deferred';

const scheme = 'enso-answer';

type Given = { readonly answer: DialogAnswer | 'cancel'; readonly from: Surface } | undefined;

interface Open {
  content: Uint8Array;
  changedAt: number;
  /** VS Code saves by itself: that answers nothing. */
  bySelf: boolean;
  /** Who waits for the answer now; nobody while the tab is closed. */
  asker: Deferred<Given> | undefined;
  /** The tab is there. */
  shown: boolean;
  /** The question is over; what is unsaved may go. */
  over: boolean;
}

/**
 * Questions as documents: saving one by hand answers it, its title has the actions, closing it answers nothing. The files
 * are in memory only.
 */
export class AnswerDocuments implements vscode.FileSystemProvider, vscode.Disposable {
  private readonly open = new Map<string, Open>();
  private readonly changes = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.changes.event;
  private readonly registrations: vscode.Disposable;

  constructor() {
    this.registrations = vscode.Disposable.from(
      vscode.workspace.registerFileSystemProvider(scheme, this, { isCaseSensitive: true }),
      vscode.workspace.onWillSaveTextDocument(({ document, reason }) => {
        const entry = this.open.get(document.uri.path);
        if (document.uri.scheme !== scheme || entry === undefined) return;
        // Where files are saved by themselves, a pause in typing is no answer.
        entry.bySelf = reason !== vscode.TextDocumentSaveReason.Manual;
      }),
      vscode.window.tabGroups.onDidChangeTabs(() => {
        // VS Code lets go of a document some time after its tab, so the tab is what counts.
        for (const [path, { shown, asker }] of this.open) {
          if (shown && tabOf(uriOf(path)) === undefined) asker?.resolve(undefined);
        }
      }),
      vscode.commands.registerCommand('enso.answer.submit', (clicked?: unknown) => {
        const uri = chosen(clicked);
        const document = uri === undefined ? undefined : documentOf(uri);
        // Not saved: what is there unchanged would not be written, and is an answer too.
        if (document !== undefined) this.give(document.uri, { value: document.getText() });
      }),
      vscode.commands.registerCommand('enso.answer.cancel', (clicked?: unknown) => {
        const uri = chosen(clicked);
        if (uri !== undefined) this.give(uri, 'cancel');
      }),
    );
  }

  /** Opens the question's document until it is saved, cancelled, closed, or `signal` is raised. */
  async ask(request: EditorRequest, signal: AbortSignal): Promise<Given> {
    const name =
      plainText(request.title)
        .replace(/[^\p{L}\p{N} _-]+/gu, ' ')
        .trim()
        .slice(0, 60) || 'Answer';
    const uri = uriOf(`/${request.id}/${name}.md`);
    const { path } = uri;
    const asker = new Deferred<Given>();
    const entry: Open = this.open.get(path) ?? {
      content: encode(request.prefill ?? ''),
      changedAt: Date.now(),
      bySelf: false,
      asker,
      shown: false,
      over: false,
    };
    // Asked again while it is open: the document goes on, for who asks now.
    entry.asker = asker;
    this.open.set(path, entry);
    const gone = (): void => {
      asker.resolve(undefined);
    };
    signal.addEventListener('abort', gone);
    await vscode.window.showTextDocument(uri, { preview: false });
    entry.shown = true;
    if (signal.aborted) gone();
    const given = await asker.promise;
    signal.removeEventListener('abort', gone);
    if (entry.asker !== asker) return given;
    entry.asker = undefined;
    entry.shown = false;
    // Closed, its text stays for the next time that it is opened.
    if (given === undefined && !signal.aborted) return undefined;
    entry.over = true;
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
    if (entry.asker === undefined && !entry.over) throw notAsked();
    entry.content = content;
    entry.changedAt = Date.now();
    if (entry.bySelf) entry.bySelf = false;
    else this.give(uri, { value: new TextDecoder().decode(content) });
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  dispose(): void {
    this.registrations.dispose();
    this.changes.dispose();
  }

  private give(uri: vscode.Uri, answer: DialogAnswer | 'cancel'): void {
    this.open.get(uri.path)?.asker?.resolve({ answer, from: 'editor-tab' });
  }

  private entry(uri: vscode.Uri): Open {
    const entry = this.open.get(uri.path);
    if (entry === undefined) throw notAsked();
    return entry;
  }
}

function uriOf(path: string): vscode.Uri {
  return vscode.Uri.from({ scheme, path });
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function notAsked(): vscode.FileSystemError {
  return vscode.FileSystemError.Unavailable('This question is not asked here any more; its chat says more.');
}

/** The document whose title was clicked, else the one in front. */
function chosen(clicked: unknown): vscode.Uri | undefined {
  const uri = clicked instanceof vscode.Uri ? clicked : vscode.window.activeTextEditor?.document.uri;
  return uri?.scheme === scheme ? uri : undefined;
}

export function documentOf(uri: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
}

/** The tab that holds a document, in whichever group. */
export function tabOf(uri: vscode.Uri): vscode.Tab | undefined {
  return vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .find(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString());
}

/** Closes a document whose question is over. It is saved first, since VS Code asks about a tab with unsaved text. */
export async function closeTab(uri: vscode.Uri): Promise<void> {
  const document = documentOf(uri);
  if (document?.isDirty === true) await document.save();
  const tab = tabOf(uri);
  if (tab !== undefined) await vscode.window.tabGroups.close(tab, true);
}
