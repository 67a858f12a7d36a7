import * as l10n from '@vscode/l10n';
import type { Refusal, Reply } from '../../protocol/frames';
import type { PanelMessage, PanelRequest } from '../../protocol/requests';
import type { Clock } from './clock';

/** VS Code's API for a webview. A page can acquire it once. */
interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** The connection to the host: VS Code in a webview, a fake in tests. */
export interface HostPort {
  post(message: PanelMessage): void;
  readState(): unknown;
  writeState(state: unknown): void;
}

/** Returns the port to VS Code. `acquireVsCodeApi` may be called only once in a page. */
export function vscodePort(): HostPort {
  const api = acquireVsCodeApi();
  return {
    post: (message) => api.postMessage(message),
    readState: () => api.getState(),
    // The host finds the panel's drafts by this id when the window opens again.
    writeState: (state) => api.setState(Object.assign({ panelId: document.body.dataset['panelId'] }, state)),
  };
}

/** The host counts as unreachable after this time without a reply. */
export const replyTimeoutMs = 10_000;

const unreachable = (): Refusal => ({
  ok: false,
  code: 'unreachable',
  message: l10n.t("The extension isn't responding. Try reloading the window."),
});

/** Numbers the requests and resolves each with its reply. Never throws or rejects. */
export class HostLink {
  /** The first request's id. Random, because replies from before a reload may still arrive. */
  private readonly firstId = Math.floor(Math.random() * 2 ** 40);
  private lastId = this.firstId;
  private readonly waiting = new Map<number, (reply: Reply) => void>();

  constructor(
    private readonly port: HostPort,
    private readonly clock: Clock,
  ) {}

  /** Returns whether the request was sent since the page was loaded. */
  sent(id: number): boolean {
    return id > this.firstId && id <= this.lastId;
  }

  /** Resolves with the host's reply, or with `unreachable` after a timeout. */
  request(request: PanelRequest): Promise<Reply> {
    const id = ++this.lastId;
    return new Promise((resolve) => {
      const timeout = this.clock.after(replyTimeoutMs, () => {
        this.waiting.delete(id);
        resolve(unreachable());
      });
      const settle = (reply: Reply) => {
        timeout.dispose();
        this.waiting.delete(id);
        resolve(reply);
      };
      this.waiting.set(id, settle);
      if (!this.post(id, request)) settle(unreachable());
    });
  }

  /** Sends a request whose reply is ignored. */
  tell(request: PanelRequest): void {
    this.post(++this.lastId, request);
  }

  /** Handles a reply. A late or unknown reply has no effect. */
  receive(id: number, reply: Reply): void {
    this.waiting.get(id)?.(reply);
  }

  private post(id: number, request: PanelRequest): boolean {
    try {
      this.port.post({ id, request });
      return true;
    } catch {
      return false;
    }
  }
}
