import type { Frame, Reply } from '../../../../src/protocol/frames';
import type { Observation } from '../../../../src/protocol/observation';
import type { PanelMessage, PanelRequest } from '../../../../src/protocol/requests';
import { emptyThread, type ThreadState, type ThreadStatus } from '../../../../src/protocol/threadState';
import { Panel } from '../../../../src/webview/panel/panel';
import { FakeClock, turns } from '../../../fixtures/core/fakeClock';

type SnapshotFrame = Extract<Frame, { type: 'snapshot' }>;

export const idle: ThreadStatus = { live: true, busy: false, generation: 0 };

/** A panel without a page: what it posts is kept, what the host says is the test's to say. */
export class PanelWorld {
  readonly clock = new FakeClock();
  readonly posted: PanelMessage[] = [];
  kept: unknown;
  panel: Panel;
  private keys = 0;
  seq = 0;

  constructor(kept?: unknown) {
    this.kept = kept;
    this.panel = this.load();
  }

  /** A page's life begins; what an earlier one kept is there. */
  load(): Panel {
    this.panel = new Panel(
      {
        post: (message) => this.posted.push(structuredClone(message)),
        readState: () => this.kept,
        writeState: (state) => (this.kept = structuredClone(state)),
      },
      this.clock,
      () => `key-${++this.keys}`,
      {
        changed: () => undefined,
        draftReplaced: () => undefined,
        focusComposer: () => undefined,
        revealQuestion: () => undefined,
      },
    );
    this.panel.start();
    return this.panel;
  }

  all<T extends PanelRequest['type']>(
    type: T,
  ): { id: number; request: Extract<PanelRequest, { type: T }> }[] {
    return this.posted.filter((message) => message.request.type === type) as never;
  }

  last<T extends PanelRequest['type']>(type: T): { id: number; request: Extract<PanelRequest, { type: T }> } {
    const found = this.all(type).at(-1);
    if (!found) throw new Error(`The panel posted no ${type}.`);
    return found;
  }

  async snapshot(
    extras: Partial<SnapshotFrame> = {},
    threadId = 'T1',
    change?: (state: ThreadState) => void,
  ): Promise<void> {
    const state = emptyThread(threadId);
    change?.(state);
    this.panel.receive({
      type: 'snapshot',
      snapshot: { epoch: 'e', seq: this.seq, status: idle, state },
      handBacks: [],
      settings: { sendWith: 'enter' },
      admitted: [],
      ...extras,
    });
    await turns();
  }

  observe(...items: Observation[]): void {
    const from = this.seq + 1;
    this.seq += items.length;
    this.panel.receive({ type: 'observations', threadId: 'T1', epoch: 'e', from, to: this.seq, items });
  }

  async reply(id: number, reply: Reply): Promise<void> {
    this.panel.receive({ type: 'reply', id, reply });
    await turns();
  }

  async receipt(id: number, generation = 1): Promise<void> {
    await this.reply(id, { ok: true, threadId: 'T1', messageId: `m${id}`, generation, queued: false });
  }

  says(busy: boolean, generation: number): void {
    this.panel.receive({ type: 'status', threadId: 'T1', status: { live: true, busy, generation } });
  }

  /** Types and sends. */
  send(text: string): void {
    this.panel.draft.type(text);
    this.panel.send('enqueue');
  }

  async passes(ms: number): Promise<void> {
    this.clock.advance(ms);
    await turns();
  }
}
