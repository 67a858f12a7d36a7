import type { AssistantMessageEvent } from '@earendil-works/pi-ai';
import type { ItemId } from '../../../protocol/ids';
import type { RuntimeObservation } from '../../core/ports/runtime';
import { isRecord } from '../../base/guards';
import { wholeText } from '../../base/text';

interface Block {
  readonly id: ItemId;
  text: string;
  open: boolean;
}

/** The text and the thinking of the answer that is being written, as items of the transcript. */
export class AnswerItems {
  /** By pi's index into the message's content. */
  private readonly blocks = new Map<number, Block>();
  private readonly halves = new Map<number, string>();

  constructor(
    private readonly observe: (observation: RuntimeObservation) => void,
    private readonly newId: () => ItemId,
  ) {}

  /** A new answer. One whose end never came has ended now. */
  begin(): void {
    this.close();
  }

  /** One step of the stream. Only what is new is told: the message that comes with it grows with each step. */
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

  /** The message is complete: what the stream left out is made up for. `content` is the message's, unchecked. */
  end(content: unknown): void {
    const blocks: readonly unknown[] = Array.isArray(content) ? content : [];
    blocks.forEach((block, index) => {
      if (!isRecord(block) || (block['type'] !== 'text' && block['type'] !== 'thinking')) return;
      const text = block[block['type']];
      if (!this.blocks.has(index)) this.append(index, block['type'], text);
      this.finish(index, text);
    });
    this.close();
  }

  /** Nothing is written any more. */
  close(): void {
    for (const index of this.blocks.keys()) this.finish(index);
    this.blocks.clear();
    this.halves.clear();
  }

  private append(index: number, kind: 'text' | 'thinking', piece: unknown): void {
    const delta = this.wholeCharacters(index, piece);
    if (delta === '') return;
    const block = this.blocks.get(index);
    if (block === undefined) {
      const id = this.newId();
      this.blocks.set(index, { id, text: delta, open: true });
      this.observe({ type: 'item-added', item: { kind, id, text: delta, open: true } });
      return;
    }
    block.text += delta;
    this.observe({ type: 'text-delta', id: block.id, delta });
  }

  /** Some providers cut between the halves of a character: the first one waits for the second. */
  private wholeCharacters(index: number, piece: unknown): string {
    if (typeof piece !== 'string') return '';
    const said = (this.halves.get(index) ?? '') + piece;
    const end = /[\ud800-\udbff]$/.test(said) ? said.length - 1 : said.length;
    this.halves.set(index, said.slice(end));
    return said.slice(0, end).toWellFormed();
  }

  private finish(index: number, said?: unknown): void {
    const text = wholeText(said);
    const block = this.blocks.get(index);
    if (block === undefined || (!block.open && (text === undefined || text === block.text))) return;
    const other = text !== undefined && text !== block.text;
    block.open = false;
    if (other) block.text = text;
    this.observe({ type: 'item-changed', id: block.id, patch: { open: false, ...(other ? { text } : {}) } });
  }
}
