import { answerRefusal, type DialogAnswer } from '../../protocol/dialog';
import { readableText } from '../../protocol/questionText';
import type { Reply } from '../../protocol/frames';
import type { DialogId } from '../../protocol/ids';
import type { PanelRequest } from '../../protocol/requests';
import type { Cards } from './cards';
import type { HostLink } from '../host/hostLink';
import type { FollowedThread } from '../thread/threadStore';

/** Answers and cancels open questions. The card shows a refusal; the feed settles the question. */
export class Answering {
  private lastAnswered: DialogId | undefined;

  constructor(
    private readonly link: HostLink,
    private readonly store: FollowedThread,
    private readonly cards: Cards,
  ) {}

  /** The question that was answered last in this panel. */
  get last(): DialogId | undefined {
    return this.lastAnswered;
  }

  /** Answers a question, unless its card is too new or an answer is pending. */
  async answer(dialogId: DialogId, answer: DialogAnswer): Promise<void> {
    const { threadId, state } = this.store;
    const request = state?.dialogs.find((dialog) => dialog.id === dialogId);
    if (threadId === undefined || !request || !this.cards.beginAnswer(dialogId)) return;
    const wrong = answerRefusal(request, answer);
    if (wrong !== undefined) {
      this.cards.answerRefused(dialogId, { message: wrong });
      return;
    }
    this.lastAnswered = dialogId;
    this.showReply(
      dialogId,
      await this.link.request({ type: 'answer', threadId, dialogId, answer: mutable(answer) }),
    );
  }

  async cancel(dialogId: DialogId): Promise<void> {
    const { threadId } = this.store;
    if (threadId === undefined || !this.cards.beginAnswer(dialogId)) return;
    this.showReply(dialogId, await this.link.request({ type: 'cancel-dialog', threadId, dialogId }));
  }

  /** Opens the question as a Quick Pick, an input box or a document. */
  async openNatively(dialogId: DialogId): Promise<void> {
    const { threadId } = this.store;
    if (threadId === undefined) return;
    const reply = await this.link.request({ type: 'answer-natively', threadId, dialogId });
    if (!reply.ok) this.cards.answerRefused(dialogId, reply);
  }

  /** Opens everything that the question shows as a document. */
  async openWhole(dialogId: DialogId): Promise<void> {
    const { threadId, state } = this.store;
    const request = state?.dialogs.find((dialog) => dialog.id === dialogId);
    if (threadId === undefined || !request) return;
    const reply = await this.link.request({ type: 'open-question', threadId, dialogId });
    if (reply.ok) this.cards.openedWhole(dialogId, readableText(request));
    else this.cards.answerRefused(dialogId, reply);
  }

  private showReply(dialogId: DialogId, reply: Reply): void {
    if (reply.ok) this.cards.answerAccepted(dialogId);
    else this.cards.answerRefused(dialogId, reply);
  }
}

/** Converts an answer to zod's inferred type, which is mutable. */
function mutable(answer: DialogAnswer): Extract<PanelRequest, { type: 'answer' }>['answer'] {
  if (!('answers' in answer)) return answer;
  return {
    answers: answer.answers.map(({ id, chosen, other }) => ({
      id,
      chosen: [...chosen],
      ...(other === undefined ? {} : { other }),
    })),
  };
}
