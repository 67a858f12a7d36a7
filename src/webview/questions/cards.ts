import type { Refusal } from '../../protocol/frames';
import type { DialogId } from '../../protocol/ids';
import type { QuestionAnswer } from '../../protocol/dialog';
import type { Clock } from '../host/clock';
import { saveAnswers, readAnswers } from './savedAnswers';

/** A card takes no key and no click before it has been there for this long: the hand may have been on its way. */
export const armAfterMs = 500;

/** What this panel knows of a question beside the question itself. */
export interface Card {
  readonly armed: boolean;
  /** Free text as typed so far; undefined while nothing was typed. */
  readonly text: string | undefined;
  readonly answers: readonly QuestionAnswer[];
  readonly sending: boolean;
  readonly refusal: string | undefined;
}

const newCard: Card = { armed: false, text: undefined, answers: [], sending: false, refusal: undefined };

/** The open questions' cards: when they may be answered, what is typed in them, what the host said to it. */
export class Cards {
  private readonly cards = new Map<DialogId, Card>();
  private version = 0;

  constructor(
    private readonly clock: Clock,
    private readonly changed: (kind: 'typed' | 'other') => void,
  ) {}

  /** Rises with each change, for whoever draws. */
  get revision(): number {
    return this.version;
  }

  /** What is typed and ticked, as texts, worth keeping over a reload. */
  get texts(): Readonly<Record<string, string>> {
    return saveAnswers(this.cards);
  }

  restore(texts: Readonly<Record<string, string>>): void {
    for (const [id, unsent] of readAnswers(texts)) this.cards.set(id, { ...newCard, ...unsent });
  }

  of(id: DialogId): Card {
    return this.cards.get(id) ?? newCard;
  }

  /** Tells which questions are open now: new ones are armed after a moment, others are forgotten. */
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

  /** One answer at a time; false when the card can't take one now. */
  beginAnswer(id: DialogId): boolean {
    const card = this.cards.get(id);
    if (!card?.armed || card.sending) return false;
    this.change(id, { sending: true, refusal: undefined });
    return true;
  }

  answerRefused(id: DialogId, refusal: Pick<Refusal, 'message'>): void {
    this.change(id, { sending: false, refusal: refusal.message });
  }

  /** The host has taken it; the feed will say what became of it. */
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
