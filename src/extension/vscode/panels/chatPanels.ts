import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { PanelDeps, PanelFollower } from '../../core/panels/panelFollower';
import { connectPanel, untitled } from './webviewPanel';

const viewId = 'enso.chat';
/** Id of the panel in the side bar. */
export const viewPanelId = 'view';
const panelType = 'enso.panel';

/** The chat in the side bar and the chats in editor tabs. */
export class ChatPanels implements vscode.WebviewViewProvider, vscode.WebviewPanelSerializer {
  private view: { readonly view: vscode.WebviewView; readonly follower: PanelFollower } | undefined;
  private badge: vscode.ViewBadge | undefined;
  private count = 0;

  constructor(
    private readonly dist: vscode.Uri,
    private readonly deps: PanelDeps,
    private readonly changed: () => void,
  ) {}

  register(): vscode.Disposable {
    return vscode.Disposable.from(
      vscode.window.registerWebviewViewProvider(viewId, this),
      vscode.window.registerWebviewPanelSerializer(panelType, this),
    );
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    const follower = connectPanel(view, {
      panelId: viewPanelId,
      name: 'side bar',
      dist: this.dist,
      find: 'none',
      deps: this.deps,
      onVisibility: (listener) => view.onDidChangeVisibility(listener),
      changed: this.changed,
      showTitle: (title) => {
        view.title = title;
      },
    });
    const resolved = { view, follower };
    this.view = resolved;
    view.badge = this.badge;
    view.onDidDispose(() => {
      if (this.view === resolved) this.view = undefined;
    });
  }

  /** Restores a panel of the last session. The saved state contains the panel's id, which identifies its draft. */
  deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const saved =
      typeof state === 'object' && state !== null && 'panelId' in state ? state.panelId : undefined;
    this.connect(panel, typeof saved === 'string' && /^[\w-]{1,64}$/.test(saved) ? saved : randomUUID());
    return Promise.resolve();
  }

  /** Opens a panel beside the editor. Calls `shows` with the panel's id before the page loads. */
  openToSide(shows: (panelId: string) => void): void {
    const panelId = randomUUID();
    shows(panelId);
    const panel = vscode.window.createWebviewPanel(panelType, untitled(), vscode.ViewColumn.Beside, {
      enableFindWidget: true,
    });
    this.connect(panel, panelId);
  }

  async openView(): Promise<void> {
    await vscode.commands.executeCommand(`${viewId}.focus`);
    this.view?.follower.intend({ kind: 'focus-composer' });
  }

  /** Sets the number on the view's icon, now or when the view is resolved. */
  setBadge(value: number, tooltip: string): void {
    this.badge = value === 0 ? undefined : { value, tooltip };
    if (this.view !== undefined) this.view.view.badge = this.badge;
  }

  private connect(panel: vscode.WebviewPanel, panelId: string): void {
    this.count += 1;
    const media = vscode.Uri.joinPath(this.dist, '..', 'media');
    panel.iconPath = {
      light: vscode.Uri.joinPath(media, 'enso-light.svg'),
      dark: vscode.Uri.joinPath(media, 'enso-dark.svg'),
    };
    const follower = connectPanel(panel, {
      panelId,
      name: `panel ${String(this.count)}`,
      dist: this.dist,
      find: 'native',
      deps: this.deps,
      onVisibility: (listener) => panel.onDidChangeViewState(listener),
      changed: this.changed,
      showTitle: (title) => {
        panel.title = title;
      },
    });
    panel.onDidChangeViewState(() => {
      if (panel.active) this.deps.panels.focused(follower);
    });
    this.deps.panels.focused(follower);
  }
}
