import * as l10n from '@vscode/l10n';
import type { Refusal, Reply } from '../../protocol/frames';
import type { PanelMessage, PanelRequest } from '../../protocol/requests';
import type { Clock } from './clock';

/** What VS Code gives a webview, once. */
interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** The far end: VS Code in a webview, a pipe in a test. */
export interface HostPort {
  post(message: PanelMessage): void;
  readState(): unknown;
  writeState(state: unknown): void;
}

/** The only caller of `acquireVsCodeApi`, which answers once in a page's life. */
export function vscodePort(): HostPort {
  const api = acquireVsCodeApi();
  return {
    post: (message) => api.postMessage(message),
    readState: () => api.getState(),
    // The host finds the panel's drafts by this name when it is opened again with the window.
    writeState: (state) => api.setState(Object.assign({ panelId: document.body.dataset['panelId'] }, state)),
  };
}

/** How long a reply may take before the host counts as unreachable. */
export const replyTimeoutMs = 10_000;

const unreachable = (): Refusal => ({
  ok: false,
  code: 'unreachable',
  message: l10n.t("The extension isn't responding. Try reloading the window."),
});

/** Numbers the requests and brings each one its reply. Nothing here throws or rejects. */
export class HostLink {
  /** Where no earlier life of this page has counted: a reply to that one may still be on its way. */
  private readonly firstId = Math.floor(Math.random() * 2 ** 40);
  private lastId = this.firstId;
  private readonly waiting = new Map<number, (reply: Reply) => void>();

  constructor(
    private readonly port: HostPort,
    private readonly clock: Clock,
  ) {}

  /** Whether this life of the page has sent that request. */
  sent(id: number): boolean {
    return id > this.firstId && id <= this.lastId;
  }

  /** Resolves with the host's reply, or with `unreachable` when there is none in time. */
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

  /** For requests whose reply changes nothing here. */
  tell(request: PanelRequest): void {
    this.post(++this.lastId, request);
  }

  /** A reply to nobody, or one that comes too late, is without effect. */
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
