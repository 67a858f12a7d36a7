import { strict as assert } from 'node:assert';
import type { AgentSessionEvent } from '@earendil-works/pi-coding-agent';
import { Transcript } from '../../../src/extension/pi/transcript/transcript';
import { itemsFromFile } from '../../../src/extension/sessionFiles/itemsFromFile';
import type { Item } from '../../../src/protocol/item';
import { reduce } from '../../../src/protocol/reduce';
import { emptyThread } from '../../../src/protocol/threadState';

type Block = Readonly<Record<string, unknown>> | string | number | null;

interface Result {
  readonly id: unknown;
  readonly content: unknown;
}

const call = (id: unknown, args: unknown): Block => ({
  type: 'toolCall',
  name: 'read',
  arguments: args,
  ...(id === undefined ? {} : { id }),
});
const words = (text: string) => [{ type: 'text', text }];

/** Returns the items of an answer with tool results, as they come live. */
function live(content: unknown, results: readonly Result[]): Item[] {
  const state = emptyThread('t');
  let count = 0;
  const transcript = new Transcript({
    observe: (observation) => reduce(state, observation),
    newId: () => `i${++count}`,
    folder: '/work',
    now: () => 1,
    takeDelivered: () => false,
  });
  const send = (event: object): void => transcript.handle(event as AgentSessionEvent);
  const message = { role: 'assistant', content, stopReason: results.length > 0 ? 'toolUse' : 'stop' };
  send({ type: 'message_start', message: { role: 'assistant', content: [] } });
  send({ type: 'message_end', message });
  const calls = Array.isArray(content)
    ? content.filter((block: { type?: unknown }) => block.type === 'toolCall')
    : [];
  for (const block of calls as { id?: unknown; name: string; arguments: unknown }[])
    send({
      type: 'tool_execution_start',
      toolCallId: block.id ?? '',
      toolName: block.name,
      args: block.arguments,
    });
  for (const { id, content: output } of results)
    send({
      type: 'tool_execution_end',
      toolCallId: id ?? '',
      toolName: 'read',
      result: { content: output },
      isError: false,
    });
  transcript.settle(false);
  return state.items;
}

/** Returns the items of the same answer from a session file. */
function stored(content: unknown, results: readonly Result[]): Item[] {
  const messages = [
    { role: 'assistant', content, stopReason: results.length > 0 ? 'toolUse' : 'stop' },
    ...results.map(({ id, content: output }) => ({
      role: 'toolResult',
      toolName: 'read',
      content: output,
      isError: false,
      ...(id === undefined ? {} : { toolCallId: id }),
    })),
  ];
  const branch = messages.map((message, index) => ({
    id: `e${index}`,
    parentId: index === 0 ? undefined : `e${index - 1}`,
    type: 'message',
    data: { message },
  }));
  return itemsFromFile(branch, '/work');
}

const told = (items: readonly Item[]): string[] =>
  items.map((item) => {
    if (item.kind === 'tool') return `${item.name} ${item.subject} ${item.state}: ${item.text}`;
    return item.kind === 'notice' || item.kind === 'text' ? `${item.kind}: ${item.text}` : item.kind;
  });

/** Asserts that an answer has these items live and after a reload. */
function same(content: unknown, results: readonly Result[], expected: readonly string[]): void {
  assert.deepEqual(told(live(content, results)), expected, 'live');
  assert.deepEqual(told(stored(content, results)), expected, 'from the file');
}

describe('an answer, live and from its session file', () => {
  it('calls with one id are rows with their own results', () => {
    same(
      [call('c', { path: 'a.txt' }), call('c', { path: 'b.txt' })],
      [
        { id: 'c', content: words('A') },
        { id: 'c', content: words('B') },
      ],
      ['read a.txt done: A', 'read b.txt done: B'],
    );
  });

  it('calls without ids are rows with their own results', () => {
    same(
      [call(undefined, { path: 'a.txt' }), call(undefined, { path: 'b.txt' })],
      [
        { id: undefined, content: words('A') },
        { id: undefined, content: words('B') },
      ],
      ['read a.txt done: A', 'read b.txt done: B'],
    );
  });

  for (const content of [
    '',
    [],
    [{ type: 'text', text: '' }],
    [{ type: 'text', text: '\n\n' }],
    ' \n',
    null,
  ]) {
    it(`an answer of ${JSON.stringify(content)} says that it is empty`, () => {
      same(content, [], ['notice: The model returned an empty answer.']);
    });
  }

  it('content that is a plain string is shown', () => {
    same('Plain words.', [], ['text: Plain words.']);
    same(
      [call('c', { path: 'a.txt' })],
      [{ id: 'c', content: 'Plain output.' }],
      ['read a.txt done: Plain output.'],
    );
  });

  it('blocks of a kind that is not known are shown as text, in an answer and in a result', () => {
    same([{ type: 'citation', text: 'Page 3.' }, 'bare'], [], ['text: Page 3.', 'text: bare']);
    same(
      [call('c', { path: 'a.txt' })],
      [{ id: 'c', content: [{ type: 'resource', text: 'Contents.' }, ...words('More.')] }],
      ['read a.txt done: Contents.\nMore.'],
    );
  });
});
