import type * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable';
import { PanelFollower, type PanelDeps } from '../../core/panels/panelFollower';
import { panelHtml } from './panelHtml';

/** The parts of a view and of an editor panel that Enso uses; both have them. */
interface WebviewHolder {
  readonly webview: vscode.Webview;
  readonly visible: boolean;
  onDidDispose(listener: () => void): vscode.Disposable;
}

export interface WebviewPanelOptions {
  readonly panelId: string;
  readonly name: string;
  readonly dist: vscode.Uri;
  /** Whether VS Code's find box can be over it. */
  readonly find: 'native' | 'none';
  readonly deps: PanelDeps;
  /** Registers for “shown or hidden” in the holder's own way. */
  readonly onVisibility: (listener: () => void) => vscode.Disposable;
  /** The panel was shown, hidden or closed. */
  readonly changed: () => void;
}

/** Puts a panel into a webview and connects it with the core. */
export function connectPanel(holder: WebviewHolder, options: WebviewPanelOptions): PanelFollower {
  const { panelId, name, dist, deps } = options;
  const held = new DisposableStore();
  const follower = new PanelFollower(
    {
      panelId,
      name,
      get visible() {
        return holder.visible;
      },
      post(frame) {
        void holder.webview.postMessage(frame);
      },
    },
    deps,
  );
  const keep = (disposable: Disposable): void => {
    held.add(disposable);
  };
  keep(follower);
  keep(
    holder.webview.onDidReceiveMessage((message: unknown) => {
      follower.receive(message);
    }),
  );
  keep(
    options.onVisibility(() => {
      if (holder.visible) follower.shown();
      options.changed();
    }),
  );
  holder.onDidDispose(() => {
    held.dispose();
    options.changed();
  });
  holder.webview.options = { enableScripts: true, localResourceRoots: [dist] };
  holder.webview.html = panelHtml(holder.webview, dist, panelId, options.find);
  return follower;
}
