import type { AssistantMessageEvent } from '@earendil-works/pi-ai';
import type { ItemId } from '../../../protocol/ids';
import type { RuntimeObservation } from '../../core/ports/runtime';
import { isRecord } from '../../base/guards';
import { wholeText } from '../../base/text';

interface Block {
  readonly id: ItemId;
  text: string;
  open: boolean;
  /** Present for thoughts. */
  readonly startedAt?: number;
}

/** Text and thinking of the answer that is streaming, as transcript items. */
export class AnswerItems {
  /** Open blocks by pi's index into the message's content. */
  private readonly blocks = new Map<number, Block>();
  /** First halves of surrogate pairs that wait for their second half. */
  private readonly halves = new Map<number, string>();
  /** Leading white space of blocks. A block of only white space isn't an item. */
  private readonly blanks = new Map<number, string>();

  constructor(
    private readonly observe: (observation: RuntimeObservation) => void,
    private readonly newId: () => ItemId,
    private readonly now: () => number,
  ) {}

  /** Begins a new answer and closes an earlier one that hasn't ended. */
  begin(): void {
    this.close();
  }

  /** Applies one event of the stream. Reads only the delta, because the event's message grows with each event. */
  update(event: AssistantMessageEvent): void {
    switch (event.type) {
      case 'text_delta':
        this.append(event.contentIndex, 'text', event.delta);
        return;
      case 'thinking_delta':
        this.append(event.contentIndex, 'thinking', event.delta);
        return;
      case 'text_end':
      case 'thinking_end':
        this.finish(event.contentIndex, event.content);
        return;
      default:
        return;
    }
  }

  /** Completes the answer with content that the stream has left out. `blocks`: the message's unchecked content. */
  end(blocks: readonly unknown[]): void {
    blocks.forEach((block, index) => {
      if (!isRecord(block) || (block['type'] !== 'text' && block['type'] !== 'thinking')) return;
      const text = block[block['type']];
      if (!this.blocks.has(index)) {
        this.blanks.delete(index);
        this.append(index, block['type'], text);
      }
      this.finish(index, text);
    });
    this.close();
  }

  /** Closes all open blocks. */
  close(): void {
    for (const index of this.blocks.keys()) this.finish(index);
    this.blocks.clear();
    this.halves.clear();
    this.blanks.clear();
  }

  private append(index: number, kind: 'text' | 'thinking', piece: unknown): void {
    const delta = this.wholeCharacters(index, piece);
    if (delta === '') return;
    const block = this.blocks.get(index);
    if (block === undefined) {
      const text = (this.blanks.get(index) ?? '') + delta;
      this.blanks.set(index, text);
      if (text.trim() === '') return;
      const id = this.newId();
      const times = kind === 'thinking' ? { startedAt: this.now() } : {};
      this.blocks.set(index, { id, text, open: true, ...times });
      this.observe({ type: 'item-added', item: { kind, id, text, open: true, ...times } });
      return;
    }
    block.text += delta;
    this.observe({ type: 'text-delta', id: block.id, delta });
  }

  /** Returns a delta with whole characters only. Some providers cut between the halves of a surrogate pair. */
  private wholeCharacters(index: number, piece: unknown): string {
    if (typeof piece !== 'string') return '';
    const text = (this.halves.get(index) ?? '') + piece;
    const end = /[\ud800-\udbff]$/.test(text) ? text.length - 1 : text.length;
    this.halves.set(index, text.slice(end));
    return text.slice(0, end).toWellFormed();
  }

  private finish(index: number, finalText?: unknown): void {
    const text = wholeText(finalText);
    const block = this.blocks.get(index);
    if (block === undefined || (!block.open && (text === undefined || text === block.text))) return;
    const differs = text !== undefined && text !== block.text;
    const durationMs = block.startedAt !== undefined && block.open ? this.now() - block.startedAt : undefined;
    block.open = false;
    if (differs) block.text = text;
    this.observe({
      type: 'item-changed',
      id: block.id,
      patch: {
        open: false,
        ...(differs ? { text } : {}),
        ...(durationMs === undefined ? {} : { durationMs }),
      },
    });
  }
}
