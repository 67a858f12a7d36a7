import type { Frame, Reply } from '../../src/protocol/frames';
import type { Item } from '../../src/protocol/item';
import type { Observation } from '../../src/protocol/observation';
import type { PanelMessage, PanelRequest } from '../../src/protocol/requests';
import { emptyThread, type ThreadState, type ThreadStatus } from '../../src/protocol/threadState';

type Of<T extends PanelRequest['type']> = Extract<PanelRequest, { type: T }>;
type SnapshotFrame = Extract<Frame, { type: 'snapshot' }>;

export interface Received<T extends PanelRequest['type']> {
  readonly id: number;
  readonly request: Of<T>;
}

/**
 * The host of a panel, played by a test. It answers `follow` with its thread; the test answers everything else.
 */
export class ScriptedHost {
  readonly received: PanelMessage[] = [];
  state: ThreadState = emptyThread('thread-1', {
    title: 'Fix the flaky follow test',
    folder: '/work',
    model: 'Claude Sonnet',
    thinking: 'high',
    usage: { tokens: 76_000, window: 200_000, cost: 0.21 },
  });
  status: ThreadStatus = { live: true, busy: false, generation: 0 };
  /** Fields of the next snapshots in addition to the state. */
  snapshotExtras: Partial<SnapshotFrame> = {};
  answersFollow = true;
  epoch = 'epoch-1';
  private seq = 0;
  private readonly waiting: { readonly met: () => boolean; readonly resolve: () => void }[] = [];

  constructor(private readonly deliver: (frame: Frame) => Promise<void>) {}

  /** Receives a message of the panel. */
  receive(message: PanelMessage): void {
    this.received.push(message);
    if (message.request.type === 'follow' && this.answersFollow) {
      void this.reply(message.id, { ok: true });
      void this.snapshot();
    }
    for (const wait of [...this.waiting]) if (wait.met()) wait.resolve();
  }

  all<T extends PanelRequest['type']>(type: T): Received<T>[] {
    return this.received.filter((message) => message.request.type === type) as Received<T>[];
  }

  /** Resolves with the nth request of a kind, counted from 1. */
  async request<T extends PanelRequest['type']>(type: T, nth = 1): Promise<Received<T>> {
    const met = () => this.all(type).length >= nth;
    if (!met()) {
      await new Promise<void>((resolve) => this.waiting.push({ met, resolve }));
    }
    const found = this.all(type)[nth - 1];
    if (!found) throw new Error(`There is no ${type} number ${nth}.`);
    return found;
  }

  /** Resolves when the condition holds after a request. */
  async until(met: () => boolean): Promise<void> {
    if (!met()) await new Promise<void>((resolve) => this.waiting.push({ met, resolve }));
  }

  post(frame: Frame): Promise<void> {
    return this.deliver(frame);
  }

  reply(id: number, reply: Reply): Promise<void> {
    return this.post({ type: 'reply', id, reply });
  }

  snapshot(): Promise<void> {
    return this.post({
      type: 'snapshot',
      snapshot: { epoch: this.epoch, seq: this.seq, status: this.status, state: this.state },
      handBacks: [],
      settings: { sendWith: 'enter' },
      admitted: [],
      ...this.snapshotExtras,
    });
  }

  observe(...items: Observation[]): Promise<void> {
    const from = this.seq + 1;
    this.seq += items.length;
    return this.post({
      type: 'observations',
      threadId: this.state.threadId,
      epoch: this.epoch,
      from,
      to: this.seq,
      items,
    });
  }

  /** Skips numbers of the feed, which the panel never receives. */
  skipNumbers(count: number): void {
    this.seq += count;
  }

  add(...items: Item[]): Promise<void> {
    return this.observe(...items.map((item) => ({ type: 'item-added', item }) as const));
  }

  changeStatus(status: Partial<ThreadStatus>): Promise<void> {
    this.status = { ...this.status, ...status };
    return this.post({ type: 'status', threadId: this.state.threadId, status: this.status });
  }

  /** Admits the nth prompt. */
  async admit(nth = 1, generation = 1, queued = false): Promise<Received<'prompt'>> {
    const prompt = await this.request('prompt', nth);
    await this.reply(prompt.id, {
      ok: true,
      threadId: prompt.request.threadId,
      messageId: `m${nth}`,
      generation,
      queued,
    });
    return prompt;
  }
}
