import { strict as assert } from 'node:assert';
import type { AgentSessionEvent } from '@earendil-works/pi-coding-agent';
import { reduce } from '../../../../src/protocol/reduce';
import { emptyThread } from '../../../../src/protocol/threadState';
import type { RuntimeObservation } from '../../../../src/extension/core/ports/runtime';
import { Transcript } from '../../../../src/extension/pi/transcript/transcript';

/** A transcript that is told pieces of pi's events, as a provider without types would have them told. */
function listening() {
  const state = emptyThread('t');
  const observed: RuntimeObservation[] = [];
  let count = 0;
  const transcript = new Transcript({
    observe: (observation) => {
      observed.push(observation);
      reduce(state, observation);
    },
    newId: () => `i${++count}`,
    folder: '/work',
    now: () => 1,
    takeDelivered: () => false,
  });
  const tell = (...events: object[]): void => {
    for (const event of events) transcript.handle(event as AgentSessionEvent);
  };
  const shown = () =>
    state.items.map((item) => {
      if (item.kind === 'text') return `${item.text}${item.open ? ' …' : ''}`;
      return item.kind === 'tool' ? `${item.name} ${item.state}` : item.kind;
    });
  return { transcript, observed, tell, shown };
}

const begins = { type: 'message_start', message: { role: 'assistant', content: [] } };
const grows = (event: object) => ({ type: 'message_update', message: {}, assistantMessageEvent: event });
const says = (delta: unknown) => grows({ type: 'text_delta', contentIndex: 0, delta });
const runs = { type: 'tool_execution_start', toolCallId: 'c', toolName: 'read', args: {} };
const ended = { type: 'tool_execution_end', toolCallId: 'c', toolName: 'read', result: {}, isError: false };

describe('a model’s stream that is not as it should be', () => {
  it('never shows half of a character: the first half waits for the second', () => {
    const { observed, tell, shown } = listening();
    tell(begins, says('a\ud83d'), says('\ude42b'), says('\ud83d'));
    assert.ok(observed.every((observation) => !JSON.stringify(observation).includes('\\ud83d')));
    assert.deepEqual(shown(), ['a🙂b …']);
  });

  it('has its text and its calls ended by the next answer, or by the run’s end', () => {
    const { transcript, tell, shown } = listening();
    tell(begins, says('one'), runs, begins, says('two'));
    assert.deepEqual(shown(), ['one', 'read aborted', 'two …']);
    transcript.settle(false);
    assert.deepEqual(shown(), ['one', 'read aborted', 'two']);
  });

  it('does not begin a call again that is over', () => {
    const { transcript, tell, shown } = listening();
    tell(begins, runs, ended, runs);
    transcript.settle(false);
    assert.deepEqual(shown(), ['read done']);
  });

  it('may leave out, or write as something else, whatever it likes', () => {
    const { transcript, tell, shown } = listening();
    tell(
      begins,
      says(7),
      grows({ type: 'toolcall_start', contentIndex: 3 }),
      grows({ type: 'toolcall_end', contentIndex: 3 }),
      { type: 'message_update' },
      { type: 'message_start' },
      { type: 'message_start', message: { role: 'user' } },
      { type: 'message_end', message: { role: 'assistant', content: [null, 7, { type: 'text' }] } },
      { type: 'message_end', message: { role: 'assistant' } },
    );
    transcript.settle(false);
    assert.deepEqual(shown(), ['user']);
  });
});
