import { answerRefusal, type DialogAnswer } from '../../protocol/dialog';
import type { Reply } from '../../protocol/frames';
import type { DialogId } from '../../protocol/ids';
import type { PanelRequest } from '../../protocol/requests';
import type { Cards } from './cards';
import type { HostLink } from '../host/hostLink';
import type { FollowedThread } from '../thread/threadStore';

/** What a person does with an open question. Whatever comes back, the card says it; the feed settles it. */
export class Answering {
  private latest: DialogId | undefined;

  constructor(
    private readonly link: HostLink,
    private readonly store: FollowedThread,
    private readonly cards: Cards,
  ) {}

  /** The question that was answered last in this panel. */
  get last(): DialogId | undefined {
    return this.latest;
  }

  /** Nothing happens while the card is too young, or an answer is on its way. */
  async answer(dialogId: DialogId, answer: DialogAnswer): Promise<void> {
    const { threadId, state } = this.store;
    const request = state?.dialogs.find((dialog) => dialog.id === dialogId);
    if (threadId === undefined || !request || !this.cards.begin(dialogId)) return;
    const wrong = answerRefusal(request, answer);
    if (wrong !== undefined) {
      this.cards.refuse(dialogId, { message: wrong });
      return;
    }
    this.latest = dialogId;
    this.settle(
      dialogId,
      await this.link.request({ type: 'answer', threadId, dialogId, answer: mutable(answer) }),
    );
  }

  async cancel(dialogId: DialogId): Promise<void> {
    const { threadId } = this.store;
    if (threadId === undefined || !this.cards.begin(dialogId)) return;
    this.settle(dialogId, await this.link.request({ type: 'cancel-dialog', threadId, dialogId }));
  }

  /** Opens the question as a QuickPick, an InputBox or a document. */
  async natively(dialogId: DialogId): Promise<void> {
    const { threadId } = this.store;
    if (threadId === undefined) return;
    const reply = await this.link.request({ type: 'answer-natively', threadId, dialogId });
    if (!reply.ok) this.cards.refuse(dialogId, reply);
  }

  private settle(dialogId: DialogId, reply: Reply): void {
    if (reply.ok) this.cards.accepted(dialogId);
    else this.cards.refuse(dialogId, reply);
  }
}

/** zod's inferred types are mutable where ours are not. */
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
