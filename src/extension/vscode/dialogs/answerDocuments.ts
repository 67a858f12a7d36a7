import * as vscode from 'vscode';
import type { DialogAnswer, EditorRequest, Surface } from '../../../protocol/dialog';
import { Deferred } from '../../base/deferred';

const scheme = 'enso-answer';

type Given = { readonly answer: DialogAnswer | 'cancel'; readonly from: Surface } | undefined;

interface Open {
  content: Uint8Array;
  changedAt: number;
  readonly given: Deferred<Given>;
}

/**
 * Questions as documents: saving one answers it, its title has the actions, closing it answers nothing. The files are in
 * memory only.
 */
export class AnswerDocuments implements vscode.FileSystemProvider, vscode.Disposable {
  private readonly open = new Map<string, Open>();
  private readonly changes = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.changes.event;
  private readonly registrations: vscode.Disposable;

  constructor() {
    this.registrations = vscode.Disposable.from(
      vscode.workspace.registerFileSystemProvider(scheme, this, { isCaseSensitive: true }),
      vscode.commands.registerCommand('enso.answer.submit', async () => {
        await vscode.window.activeTextEditor?.document.save();
      }),
      vscode.commands.registerCommand('enso.answer.cancel', () => {
        const uri = vscode.window.activeTextEditor?.document.uri;
        if (uri?.scheme === scheme) this.give(uri, 'cancel');
      }),
    );
  }

  /** Opens the question's document until it is saved, cancelled, closed, or `signal` is raised. */
  async ask(request: EditorRequest, signal: AbortSignal): Promise<Given> {
    const name =
      request.title
        .replace(/[^\p{L}\p{N} _-]+/gu, ' ')
        .trim()
        .slice(0, 60) || 'Answer';
    const uri = vscode.Uri.from({ scheme, path: `/${request.id}/${name}.md` });
    const known = this.open.get(uri.path);
    const entry = known ?? {
      content: encode(request.prefill ?? ''),
      changedAt: Date.now(),
      given: new Deferred<Given>(),
    };
    this.open.set(uri.path, entry);
    const closed = vscode.workspace.onDidCloseTextDocument((document) => {
      if (document.uri.toString() === uri.toString()) entry.given.resolve(undefined);
    });
    const gone = (): void => {
      entry.given.resolve(undefined);
    };
    signal.addEventListener('abort', gone);
    await vscode.window.showTextDocument(uri, { preview: false });
    if (signal.aborted) gone();
    const given = await entry.given.promise;
    signal.removeEventListener('abort', gone);
    closed.dispose();
    await closeTab(uri);
    this.open.delete(uri.path);
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
    entry.content = content;
    entry.changedAt = Date.now();
    this.give(uri, { value: new TextDecoder().decode(content) });
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
    this.open.get(uri.path)?.given.resolve({ answer, from: 'editor-tab' });
  }

  private entry(uri: vscode.Uri): Open {
    const entry = this.open.get(uri.path);
    if (entry === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return entry;
  }
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Closes the question's tab. One with unsaved text would ask; its question is over, so it is put back first. */
async function closeTab(uri: vscode.Uri): Promise<void> {
  const tab = vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .find(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString());
  if (tab === undefined) return;
  if (tab.isDirty) {
    await vscode.window.showTextDocument(uri, { preview: false });
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    return;
  }
  await vscode.window.tabGroups.close(tab);
}
