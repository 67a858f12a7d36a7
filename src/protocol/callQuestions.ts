import type { ApprovalDecision, DialogEnding, DialogRequest } from './dialog';
import type { CallQuestion, DialogItem, Item, ToolItem } from './item';

/**
 * Returns the index of the tool call that a question belongs to, or -1. Providers reuse ids, so the latest call counts.
 */
export function indexOfCall(items: readonly Item[], { callId }: Pick<DialogRequest, 'callId'>): number {
  if (callId === undefined) return -1;
  return items.findLastIndex((item) => item.kind === 'tool' && item.callId === callId);
}

/** Returns the call with the question as it is now: added, or ended where the call has the question already. */
export function withQuestion(tool: ToolItem, { request, ending }: DialogItem): ToolItem {
  const { questions = [] } = tool;
  const decision = ending === undefined ? undefined : decisionOf(request, ending);
  const question: CallQuestion = {
    dialogId: request.id,
    approval: request.kind === 'select' && request.decisions !== undefined,
    ...(ending === undefined ? {} : { ending }),
    ...(decision === undefined ? {} : { decision }),
  };
  const known = questions.some(({ dialogId }) => dialogId === request.id);
  return {
    ...tool,
    questions: known
      ? questions.map((other) => (other.dialogId === request.id ? question : other))
      : [...questions, question],
  };
}

function decisionOf(request: DialogRequest, { answer }: DialogEnding): ApprovalDecision | undefined {
  if (request.kind !== 'select' || answer === undefined || !('value' in answer)) return undefined;
  return request.decisions?.[request.options.indexOf(answer.value)];
}
