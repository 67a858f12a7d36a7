import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { PanelDeps, PanelFollower } from '../../core/panels/panelFollower';
import { connectPanel } from './webviewPanel';

export const viewId = 'enso.chat';
const panelType = 'enso.panel';

/** The chat in the side bar, and the chats beside the code. */
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
      panelId: 'view',
      name: 'side bar',
      dist: this.dist,
      find: 'none',
      deps: this.deps,
      onVisibility: (listener) => view.onDidChangeVisibility(listener),
      changed: this.changed,
    });
    const resolved = { view, follower };
    this.view = resolved;
    view.badge = this.badge;
    view.onDidDispose(() => {
      if (this.view === resolved) this.view = undefined;
    });
  }

  /** A panel that was open when the window closed. Its state names it, so that it finds its own draft. */
  deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const saved =
      typeof state === 'object' && state !== null && 'panelId' in state ? state.panelId : undefined;
    this.connect(panel, typeof saved === 'string' && /^[\w-]{1,64}$/.test(saved) ? saved : randomUUID());
    return Promise.resolve();
  }

  /** Opens a panel beside the code. `shows` is told its id before it loads. */
  openToSide(shows: (panelId: string) => void): void {
    const panelId = randomUUID();
    shows(panelId);
    const panel = vscode.window.createWebviewPanel(panelType, 'Enso', vscode.ViewColumn.Beside, {
      enableFindWidget: true,
    });
    this.connect(panel, panelId);
  }

  async openView(): Promise<void> {
    await vscode.commands.executeCommand(`${viewId}.focus`);
    this.view?.follower.intend({ kind: 'focus-composer' });
  }

  /** The number on the view's icon, or on that of the view when it comes. */
  setBadge(value: number, tooltip: string): void {
    this.badge = value === 0 ? undefined : { value, tooltip };
    if (this.view !== undefined) this.view.view.badge = this.badge;
  }

  private connect(panel: vscode.WebviewPanel, panelId: string): void {
    this.count += 1;
    panel.iconPath = vscode.Uri.joinPath(this.dist, '..', 'media', 'enso.svg');
    const follower = connectPanel(panel, {
      panelId,
      name: `panel ${String(this.count)}`,
      dist: this.dist,
      find: 'native',
      deps: this.deps,
      onVisibility: (listener) => panel.onDidChangeViewState(listener),
      changed: this.changed,
    });
    panel.onDidChangeViewState(() => {
      if (panel.active) this.deps.panels.focused(follower);
    });
    this.deps.panels.focused(follower);
  }
}
