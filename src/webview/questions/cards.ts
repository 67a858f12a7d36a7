import type { Refusal } from '../../protocol/frames';
import type { DialogId } from '../../protocol/ids';
import type { QuestionAnswer } from '../../protocol/dialog';
import type { Clock } from '../host/clock';
import { withSeen, type Reading } from './reading';
import { saveAnswers, readAnswers } from './savedAnswers';

/** The time for which a new card ignores keys and clicks, because they may have been meant for something else. */
export const armAfterMs = 500;

/** The panel's own state of a question. */
export interface Card {
  readonly armed: boolean;
  /** The typed text; undefined until the user types. */
  readonly text: string | undefined;
  readonly answers: readonly QuestionAnswer[];
  readonly sending: boolean;
  readonly refusal: string | undefined;
  readonly reading: Reading | undefined;
}

const newCard: Card = {
  armed: false,
  text: undefined,
  answers: [],
  sending: false,
  refusal: undefined,
  reading: undefined,
};

/** The cards of the open questions: whether each takes answers, its unsent answer, and why an answer was refused. */
export class Cards {
  private readonly cards = new Map<DialogId, Card>();
  private version = 0;

  constructor(
    private readonly clock: Clock,
    private readonly changed: (kind: 'typed' | 'other') => void,
  ) {}

  /** Returns a number that rises with each change, for comparisons when drawing. */
  get revision(): number {
    return this.version;
  }

  /** The unsent answers as texts, to be restored after a reload. */
  get texts(): Readonly<Record<string, string>> {
    return saveAnswers(this.cards);
  }

  restore(texts: Readonly<Record<string, string>>): void {
    for (const [id, unsent] of readAnswers(texts)) this.cards.set(id, { ...newCard, ...unsent });
  }

  of(id: DialogId): Card {
    return this.cards.get(id) ?? newCard;
  }

  /** Sets the open questions. New cards take answers after a moment, and other cards are forgotten. */
  setOpen(ids: readonly DialogId[]): void {
    for (const id of this.cards.keys()) if (!ids.includes(id)) this.cards.delete(id);
    for (const id of ids) {
      if (this.openIds.has(id)) continue;
      this.openIds.add(id);
      if (!this.cards.has(id)) this.cards.set(id, newCard);
      this.clock.after(armAfterMs, () => this.change(id, { armed: true }));
    }
    for (const id of this.openIds) if (!ids.includes(id)) this.openIds.delete(id);
  }

  setText(id: DialogId, text: string): void {
    this.change(id, { text }, 'typed');
  }

  setAnswer(id: DialogId, answer: QuestionAnswer): void {
    const others = this.of(id).answers.filter((given) => given.id !== answer.id);
    this.change(id, { answers: [...others, answer] });
  }

  /**
   * Notes which rows of the question's text have been on screen.
   * @param lastRow index of the last row; undefined when the card shows only a part of the text
   */
  sawRows(id: DialogId, text: string, rows: readonly number[], lastRow: number | undefined): void {
    this.change(id, { reading: withSeen(this.of(id).reading, text, rows, lastRow) });
  }

  /** Notes that the user has opened the whole text. */
  openedWhole(id: DialogId, text: string): void {
    this.change(id, { reading: { ...withSeen(this.of(id).reading, text, [], undefined), isRead: true } });
  }

  /** Returns whether the user has seen the end of this text. */
  hasRead(id: DialogId, text: string): boolean {
    const { reading } = this.of(id);
    return reading?.isRead === true && reading.text === text;
  }

  /** Begins an answer. Returns false if the card takes none now. */
  beginAnswer(id: DialogId): boolean {
    const card = this.cards.get(id);
    if (!card?.armed || card.sending) return false;
    this.change(id, { sending: true, refusal: undefined });
    return true;
  }

  answerRefused(id: DialogId, refusal: Pick<Refusal, 'message'>): void {
    this.change(id, { sending: false, refusal: refusal.message });
  }

  /** Ends the wait for a reply. The feed will settle the question. */
  answerAccepted(id: DialogId): void {
    this.change(id, { sending: false });
  }

  private readonly openIds = new Set<DialogId>();

  private change(id: DialogId, patch: Partial<Card>, kind: 'typed' | 'other' = 'other'): void {
    const card = this.cards.get(id);
    if (!card) return;
    this.cards.set(id, { ...card, ...patch });
    this.version += 1;
    this.changed(kind);
  }
}
