import { strict as assert } from 'node:assert';
import type { AgentSessionEvent } from '@earendil-works/pi-coding-agent';
import { reduce } from '../../../../src/protocol/reduce';
import { emptyThread } from '../../../../src/protocol/threadState';
import type { RuntimeObservation } from '../../../../src/extension/core/ports/runtime';
import { Transcript } from '../../../../src/extension/pi/transcript/transcript';

/** Returns a transcript for incomplete events, as an untyped provider may send them. */
function startTranscript() {
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
  const send = (...events: object[]): void => {
    for (const event of events) transcript.handle(event as AgentSessionEvent);
  };
  const shown = () =>
    state.items.map((item) => {
      if (item.kind === 'text') return `${item.text}${item.open ? ' …' : ''}`;
      return item.kind === 'tool' ? `${item.name} ${item.state}` : item.kind;
    });
  const items = () => state.items;
  return { transcript, observed, send, shown, items };
}

const messageStart = { type: 'message_start', message: { role: 'assistant', content: [] } };
const update = (event: object) => ({ type: 'message_update', message: {}, assistantMessageEvent: event });
const text = (delta: unknown) => update({ type: 'text_delta', contentIndex: 0, delta });
const callStart = { type: 'tool_execution_start', toolCallId: 'c', toolName: 'read', args: {} };
const callEnd = { type: 'tool_execution_end', toolCallId: 'c', toolName: 'read', result: {}, isError: false };

describe('an irregular model stream', () => {
  it('the transcript never shows half of a character: the first half waits for the second', () => {
    const { observed, send, shown } = startTranscript();
    send(messageStart, text('a\ud83d'), text('\ude42b'), text('\ud83d'));
    assert.ok(observed.every((observation) => !JSON.stringify(observation).includes('\\ud83d')));
    assert.deepEqual(shown(), ['a🙂b …']);
  });

  it('the next answer and the end of the run close open texts and calls', () => {
    const { transcript, send, shown } = startTranscript();
    send(messageStart, text('one'), callStart, messageStart, text('two'));
    assert.deepEqual(shown(), ['one', 'read aborted', 'two …']);
    transcript.settle(false);
    assert.deepEqual(shown(), ['one', 'read aborted', 'two']);
  });

  it('a call that has ended doesn’t start again', () => {
    const { transcript, send, shown } = startTranscript();
    send(messageStart, callStart, callEnd, callStart);
    transcript.settle(false);
    assert.deepEqual(shown(), ['read done']);
  });

  it('the transcript ignores events with missing or mistyped fields', () => {
    const { transcript, send, shown } = startTranscript();
    send(
      messageStart,
      text(7),
      update({ type: 'toolcall_start', contentIndex: 3 }),
      update({ type: 'toolcall_end', contentIndex: 3 }),
      { type: 'message_update' },
      { type: 'message_start' },
      { type: 'message_start', message: { role: 'user' } },
      { type: 'message_end', message: { role: 'assistant', content: [null, 7, { type: 'text' }] } },
      { type: 'message_end', message: { role: 'assistant' } },
    );
    transcript.settle(false);
    assert.deepEqual(shown(), ['user']);
  });

  const callBlock = (command: string, id?: string) => ({
    type: 'toolCall',
    name: 'bash',
    arguments: { command },
    ...(id === undefined ? {} : { id }),
  });
  const answerEnd = (content: unknown, stopReason = 'stop') => ({
    type: 'message_end',
    message: { role: 'assistant', content, stopReason },
  });

  for (const id of ['call_0', '', undefined]) {
    it(`two calls with the id ${JSON.stringify(id)} are two rows with their own results`, () => {
      const { transcript, send, items } = startTranscript();
      const started = (command: string) => ({
        type: 'tool_execution_start',
        toolCallId: id,
        toolName: 'bash',
        args: { command },
      });
      const ended = (text: string) => ({
        type: 'tool_execution_end',
        toolCallId: id,
        toolName: 'bash',
        result: { content: [{ type: 'text', text }] },
        isError: false,
      });
      send(messageStart, answerEnd([callBlock('echo A', id), callBlock('echo B', id)], 'toolUse'));
      send(started('echo A'), ended('A'), started('echo B'), ended('B'));
      transcript.settle(false);
      assert.deepEqual(
        items().map((item) => item.kind === 'tool' && [item.subject, item.text, item.state]),
        [
          ['echo A', 'A', 'done'],
          ['echo B', 'B', 'done'],
        ],
      );
    });
  }

  it('an answer without words says so and offers to try again, and blanks draw nothing', () => {
    for (const content of [
      '',
      '\n\n',
      [],
      [{ type: 'text', text: '\n\n' }],
      [{ type: 'thinking', thinking: ' ' }],
    ]) {
      const { send, items } = startTranscript();
      send(messageStart, text('\n\n'), answerEnd(content));
      assert.deepEqual(
        items().map((item) => item.kind === 'notice' && [item.text, item.next]),
        [['The model returned an empty answer.', ['retry']]],
      );
    }
  });

  it('an answer that is a plain string, or has blocks of unknown kinds, is shown', () => {
    const { send, shown } = startTranscript();
    send(messageStart, answerEnd('plain words'));
    send(
      messageStart,
      answerEnd([
        { type: 'note', text: 'a note' },
        { type: 'chart', rows: 2 },
      ]),
    );
    assert.deepEqual(shown(), ['plain words', 'a note', '{\n  "type": "chart",\n  "rows": 2\n}']);
  });

  it('blanks that begin a text stay with the words that follow', () => {
    const { send, shown } = startTranscript();
    send(messageStart, text('\n'), text('\n'), text('words'));
    assert.deepEqual(shown(), ['\n\nwords …']);
  });
});
