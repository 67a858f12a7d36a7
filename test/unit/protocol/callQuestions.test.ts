import { strict as assert } from 'node:assert';
import type { ApprovalDecision, DialogEnding, DialogRequest } from '../../../src/protocol/dialog';
import type { CallQuestion, Item, ToolItem } from '../../../src/protocol/item';
import { reduce } from '../../../src/protocol/reduce';
import { emptyThread, type ThreadState } from '../../../src/protocol/threadState';
import { questionMark } from '../../../src/webview/text/callQuestions';

const call = (id: string, callId: string): ToolItem => ({
  ...{
    kind: 'tool',
    id,
    callId,
    name: 'bash',
    subject: 'rm -rf build',
    input: '{}',
    text: '',
    state: 'waiting',
  },
});

const approval: DialogRequest = {
  kind: 'select',
  id: 'q1',
  title: 'Run this command?',
  callId: 'call-1',
  options: ['Allow Once', 'Deny', 'Deny with Reason…'],
  decisions: ['allow-once', 'deny', 'deny-with-reason'],
};

function threadWith(...items: Item[]): ThreadState {
  const state = emptyThread('t');
  for (const item of items) reduce(state, { type: 'item-added', item });
  return state;
}

const questionsOf = (state: ThreadState, id: string) => {
  const item = state.items.find((each) => each.id === id);
  return item?.kind === 'tool' ? item.questions : undefined;
};

describe('Questions of tool calls:', () => {
  it('a question is shown on the latest call with its id, open or settled', () => {
    const state = threadWith(call('x1', 'call-1'), call('x2', 'call-1'), call('x3', 'call-3'));
    reduce(state, { type: 'dialog-opened', request: approval });
    assert.deepEqual(questionsOf(state, 'x2'), [{ dialogId: 'q1', approval: true }]);
    const ending: DialogEnding = { outcome: 'answered', answer: { value: 'Deny' }, from: 'quick-pick' };
    reduce(state, { type: 'dialog-settled', dialogId: 'q1', ending });
    assert.deepEqual(questionsOf(state, 'x2'), [
      { dialogId: 'q1', approval: true, ending, decision: 'deny' },
    ]);
    assert.equal(questionsOf(state, 'x1'), undefined);
    assert.deepEqual(state.items.at(-1), {
      ...{ kind: 'dialog', id: 'q1', request: approval, toolItemId: 'x2', ending },
    });
  });

  it('a question whose call is not in the transcript, or that has none, is an item of its own', () => {
    const state = threadWith(call('x1', 'another'));
    const { callId: _none, ...free } = approval;
    reduce(state, { type: 'dialog-opened', request: approval });
    reduce(state, { type: 'dialog-opened', request: { ...free, id: 'q2' } });
    assert.equal(questionsOf(state, 'x1'), undefined);
    assert.deepEqual(
      state.items.flatMap((item) => (item.kind === 'dialog' ? [item.toolItemId] : [])),
      [undefined, undefined],
    );
  });
});

describe('Marks on tool calls:', () => {
  const decided = (decision: ApprovalDecision, from: DialogEnding['from'] = 'card'): CallQuestion => ({
    ...{
      dialogId: 'q',
      approval: true,
      decision,
      ending: { outcome: 'answered', answer: { value: 'x' }, from },
    },
  });
  const answered = (value: string): CallQuestion => ({
    ...{ dialogId: 'r', approval: false, ending: { outcome: 'answered', answer: { value }, from: 'card' } },
  });

  it('the mark shows that the call waits while a question is open', () => {
    assert.equal(questionMark([{ dialogId: 'q', approval: true }]), 'waiting for approval');
    assert.equal(questionMark([{ dialogId: 'q', approval: false }]), 'waiting for your answer');
    assert.equal(questionMark([]), '');
  });

  it('the mark shows the decision, and the surface unless it is a chat', () => {
    assert.equal(questionMark([decided('allow-once', 'quick-pick')]), 'allowed once · Quick Pick');
    assert.equal(questionMark([decided('always-allow')]), 'always allowed');
    assert.equal(questionMark([decided('deny', 'quick-pick')]), 'denied · Quick Pick');
  });

  it('the mark shows the reason of a denial, which is a question of its own', () => {
    const denied = decided('deny-with-reason');
    assert.equal(questionMark([denied, answered('use\nmkdir instead')]), 'denied: use mkdir instead');
    assert.equal(questionMark([denied, answered('')]), 'denied');
    assert.equal(
      questionMark([denied, { dialogId: 'r', approval: false, ending: { outcome: 'cancelled' } }]),
      'denied',
    );
  });

  it("the mark shows the answer to a tool's question, or the question's outcome", () => {
    assert.equal(questionMark([answered('main')]), 'main');
    assert.equal(
      questionMark([{ dialogId: 'q', approval: false, ending: { outcome: 'timed-out' } }]),
      'timed out',
    );
  });
});
