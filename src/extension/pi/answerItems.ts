import type { AssistantMessage, AssistantMessageEvent } from '@earendil-works/pi-ai';
import type { ItemId } from '../../protocol/ids';
import type { RuntimeObservation } from '../core/ports';

interface Block {
  readonly id: ItemId;
  text: string;
  open: boolean;
}

/** The text and the thinking of the answer that is being written, as items of the transcript. */
export class AnswerItems {
  /** By pi's index into the message's content. */
  private readonly blocks = new Map<number, Block>();

  constructor(
    private readonly observe: (observation: RuntimeObservation) => void,
    private readonly newId: () => ItemId,
  ) {}

  begin(): void {
    this.blocks.clear();
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

  /** The message is complete: what the stream left out is made up for. */
  end(message: AssistantMessage): void {
    message.content.forEach((content, index) => {
      if (content.type === 'toolCall') return;
      const text = content.type === 'text' ? content.text : content.thinking;
      if (!this.blocks.has(index)) this.append(index, content.type, text);
      this.finish(index, text);
    });
    for (const index of this.blocks.keys()) this.finish(index);
    this.blocks.clear();
  }

  private append(index: number, kind: 'text' | 'thinking', delta: string): void {
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

  private finish(index: number, text?: string): void {
    const block = this.blocks.get(index);
    if (block === undefined || (!block.open && (text === undefined || text === block.text))) return;
    const other = text !== undefined && text !== block.text;
    block.open = false;
    if (other) block.text = text;
    this.observe({ type: 'item-changed', id: block.id, patch: { open: false, ...(other ? { text } : {}) } });
  }
}
