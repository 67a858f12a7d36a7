import type { DialogRequest, DialogSpec } from '../../../src/protocol/dialog';
import type { PanelRequest } from '../../../src/protocol/requests';
import type { Panel } from '../../../src/webview/panel/panel';
import type { ChaosPanel } from './chaosPanel';
import type { ChaosWorld } from './chaosWorld';
import { pick } from './pick';
import type { Step } from './steps';

/** Plays what a user does with a question, in a card or in a native dialog. */
export function questionStep(
  world: ChaosWorld,
  step: Step,
  panel: ChaosPanel,
  page: Panel,
): string | undefined {
  const { name } = panel;
  const { kind, which, how } = step;
  const dialogs = page.store.state?.items.flatMap((item) => (item.kind === 'dialog' ? [item] : [])) ?? [];
  const chosen = pick(
    dialogs.filter(({ ending }) => (kind === 'answer-late') === (ending !== undefined)),
    which,
  );
  if (kind === 'native') {
    const native = pick(world.natives, which);
    if (native !== undefined) {
      const given = [rightAnswer(native.request), wrongAnswer(native.request), 'cancel' as const, undefined][
        how % 4
      ];
      native.end(given);
      return `a native question is ${given === undefined ? 'dismissed' : `answered with ${JSON.stringify(given)}`}`;
    }
    if (chosen === undefined) return undefined;
    page.onThread((threadId) => ({ type: 'answer-natively', threadId, dialogId: chosen.request.id }));
    return `${name} opens '${chosen.request.title}' in a native dialog`;
  }
  if (chosen === undefined) return undefined;
  const { request } = chosen;
  const about = `'${request.title}'`;
  if (kind === 'cancel') {
    if (how % 2 === 0) void page.answering.cancel(request.id);
    else page.onThread((threadId) => ({ type: 'cancel-dialog', threadId, dialogId: request.id }));
    return `${name} cancels ${about}`;
  }
  if (kind === 'answer-twice') {
    const answer = rightAnswer(request);
    page.onThread((threadId) => ({ type: 'answer', threadId, dialogId: request.id, answer }));
    const [again, who] = secondPanel(world, panel, page);
    if (how % 2 === 0)
      again.onThread((threadId) => ({ type: 'cancel-dialog', threadId, dialogId: request.id }));
    else again.onThread((threadId) => ({ type: 'answer', threadId, dialogId: request.id, answer }));
    return `${name} answers ${about}, and at once ${who} ${how % 2 === 0 ? 'cancels' : 'answers'} it`;
  }
  const answer = kind === 'answer-wrong' ? wrongAnswer(request) : rightAnswer(request);
  if (how % 3 === 0) void page.answering.answer(request.id, answer);
  else page.onThread((threadId) => ({ type: 'answer', threadId, dialogId: request.id, answer }));
  return `${name} answers ${about} with ${JSON.stringify(answer)}`;
}

/** Returns another panel on the same thread if there is one, or the same panel. */
function secondPanel(world: ChaosWorld, panel: ChaosPanel, page: Panel): readonly [Panel, string] {
  const other = world.open.find(
    (candidate) => candidate !== panel && candidate.live?.store.threadId === page.store.threadId,
  );
  return other?.live === undefined ? [page, panel.name] : [other.live, other.name];
}

/** Returns a question of each kind in turn. */
export function questionSpec(which: number, title: string): DialogSpec {
  switch (which % 5) {
    case 0:
      return { kind: 'confirm', title, message: '' };
    case 1:
      return { kind: 'select', title, options: ['red', 'blue'] };
    case 2:
      return { kind: 'input', title };
    case 3:
      return { kind: 'editor', title, prefill: 'text' };
    default:
      return {
        kind: 'questionnaire',
        title,
        questions: [{ id: 'q', text: 'Which?', options: ['a', 'b'], many: false, other: true }],
      };
  }
}

type Answer = Extract<PanelRequest, { type: 'answer' }>['answer'];

function rightAnswer(request: DialogRequest): Answer {
  switch (request.kind) {
    case 'confirm':
      return { confirmed: true };
    case 'select':
      return { value: 'blue' };
    case 'input':
    case 'editor':
      return { value: 'given' };
    case 'questionnaire':
      return { answers: [{ id: 'q', chosen: ['a'] }] };
  }
}

function wrongAnswer(request: DialogRequest): Answer {
  return request.kind === 'select'
    ? { value: 'green' }
    : request.kind === 'confirm'
      ? { value: '' }
      : { confirmed: true };
}
