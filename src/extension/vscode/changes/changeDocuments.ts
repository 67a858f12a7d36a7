import * as vscode from 'vscode';
import { codeOf } from '../../base/errors';
import type { BlobStore } from '../../changes/blobStore';
import { DocumentFiles } from '../documentFiles';
import type { PathState } from '../../changes/changeRecord';

/** The scheme of contents that Enso keeps. */
const scheme = 'enso-change';

/** Kept contents of files as read-only documents, so that the diff editor shows text, pictures and languages as usual. */
export class ChangeDocuments extends DocumentFiles implements vscode.Disposable {
  readonly onDidChangeFile = new vscode.EventEmitter<vscode.FileChangeEvent[]>().event;
  private readonly registration: vscode.Disposable;

  constructor(private readonly blobs: BlobStore) {
    super();
    this.registration = vscode.workspace.registerFileSystemProvider(scheme, this, {
      isReadonly: true,
      isCaseSensitive: true,
    });
  }

  /**
   * Returns the document of a state. Nothing for an absent file.
   * @param name a path for the title and the language, with slashes or backslashes
   */
  static uriOf(state: PathState, name: string): vscode.Uri | undefined {
    switch (state.kind) {
      case 'file':
        return uri(name, `hash=${state.hash}`);
      case 'link':
        return uri(name, `link=${encodeURIComponent(state.target)}`);
      case 'absent':
        return undefined;
      case 'unkept':
        return uri(name, 'unkept');
    }
  }

  /** Returns an empty document, for the side of a diff where there is no file. */
  static emptyUri(name: string): vscode.Uri {
    return uri(name, 'empty');
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { byteLength } = await this.readFile(uri);
    return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: byteLength };
  }

  async readFile(document: vscode.Uri): Promise<Uint8Array> {
    const [kind, value = ''] = document.query.split('=', 2);
    if (kind === 'empty') return new Uint8Array();
    if (kind === 'link')
      return Buffer.from(vscode.l10n.t('Link to {target}', { target: decodeURIComponent(value) }));
    if (kind === 'unkept') return Buffer.from(vscode.l10n.t("Enso doesn't keep this content."));
    if (kind !== 'hash' || !/^[0-9a-f]{64}$/.test(value)) throw vscode.FileSystemError.FileNotFound(document);
    try {
      return await this.blobs.read(value);
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error;
      return Buffer.from(vscode.l10n.t('Enso no longer keeps this content.'));
    }
  }

  writeFile(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  dispose(): void {
    this.registration.dispose();
  }
}

/** The name is the path, so that VS Code shows the name alone and both sides of a diff have the same one. */
function uri(name: string, query: string): vscode.Uri {
  return vscode.Uri.from({ scheme, path: `/${name.replaceAll('\\', '/').replace(/^\/+/, '')}`, query });
}
