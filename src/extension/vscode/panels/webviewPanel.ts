import * as vscode from 'vscode';
import type { SessionInfo } from '../../../protocol/session';
import { plainText } from '../../../protocol/text/ansiText';
import { visibleText } from '../../../protocol/text/hiddenCharacters';
import { oneLine } from '../../../protocol/text/truncate';
import { DisposableStore, type Disposable } from '../../base/disposable';
import { PanelFollower, type PanelDeps } from '../../core/panels/panelFollower';
import { panelHtml } from './panelHtml';

/** Members that a webview view and a webview panel share. */
interface WebviewHolder {
  readonly webview: vscode.Webview;
  readonly visible: boolean;
  onDidDispose(listener: () => void): vscode.Disposable;
}

export interface WebviewPanelOptions {
  readonly panelId: string;
  readonly name: string;
  readonly dist: vscode.Uri;
  /** Whether VS Code's find box works on the page. */
  readonly find: 'native' | 'none';
  readonly deps: PanelDeps;
  /** Registers a listener for a change of visibility. */
  readonly onVisibility: (listener: () => void) => vscode.Disposable;
  /** Called when the panel is shown, hidden or closed. */
  readonly changed: () => void;
  readonly showTitle: (title: string) => void;
}

/** Loads the panel's page into a webview and connects it to the core. */
export function connectPanel(holder: WebviewHolder, options: WebviewPanelOptions): PanelFollower {
  const { panelId, name, dist, deps } = options;
  const disposables = new DisposableStore();
  const follower = new PanelFollower(
    {
      panelId,
      name,
      get visible() {
        return holder.visible;
      },
      showTitle(session) {
        options.showTitle(panelTitle(session));
      },
      post(frame) {
        void holder.webview.postMessage(frame);
      },
    },
    deps,
  );
  const keep = (disposable: Disposable): void => {
    disposables.add(disposable);
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
    disposables.dispose();
    options.changed();
  });
  holder.webview.options = { enableScripts: true, localResourceRoots: [dist] };
  holder.webview.html = panelHtml(holder.webview, dist, panelId, options.find);
  return follower;
}

/** Characters of a thread's title in a tab or in the title bar of the view. */
const maxTitleChars = 40;

/** Returns the name of a thread that has no title yet. */
export function untitled(): string {
  return vscode.l10n.t('New Thread');
}

/** Returns the title of a tab or view: the heading that an extension has set, else the thread's title. */
export function panelTitle({ heading = '', title }: SessionInfo): string {
  const shown = [heading, title].map((text) => oneLine(plainText(text), maxTitleChars));
  return visibleText(shown.find((text) => text !== '') ?? untitled());
}
