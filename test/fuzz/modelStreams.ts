import type { AssistantMessage } from '@earendil-works/pi-ai';
import type { Random } from './random';

/** What stands in a stream where a text belongs, or an index, or anything else. */
const values: readonly (() => unknown)[] = [
  () => undefined,
  () => null,
  () => 0,
  () => -1,
  () => Number.NaN,
  () => 1e9,
  () => true,
  () => '',
  () => '\ud83d',
  () => '\ude42',
  () => 'x'.repeat(10_000),
  () => '__proto__',
  () => [],
  () => [null, 'a', { type: 'text' }, { type: 'toolCall' }],
  () => ({}),
  () => ({ type: 'text', text: 7 }),
  () => Symbol('s'),
  () => () => undefined,
];

const texts = [
  'word ',
  '\ud83d',
  '\ude42',
  '🙂',
  '',
  '\u0000',
  '\u001b[31m',
  '```\n',
  '\ud83d\ud83d',
  'a\r\nb',
];
const ids = ['c1', 'c2', 'c1', '', '__proto__'];
const names = ['read', 'nowhere', '', 'toString', 'half \ud83d'];

export function message(content: unknown, more: object = {}): AssistantMessage {
  const made = {
    role: 'assistant',
    content,
    api: 'scripted',
    provider: 'scripted',
    model: 'scripted',
    usage: {
      input: 1,
      output: 1,
      cacheRead: 0,
      cacheWrite: 0,
      totalTokens: 2,
      cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
    },
    stopReason: 'stop',
    timestamp: 1,
    ...more,
  };
  return made as AssistantMessage;
}

const call = (random: Random): unknown => ({
  type: 'toolCall',
  id: random.of(ids),
  name: random.of(names),
  arguments: random.of<unknown>([{ path: 'nowhere.txt' }, { path: 'half \ud83d' }, {}, { path: 7 }]),
});

function block(random: Random): unknown {
  switch (random.below(4)) {
    case 0:
      return { type: 'text', text: random.of(texts) };
    case 1:
      return { type: 'thinking', thinking: random.of(texts) };
    case 2:
      return call(random);
    default:
      return { type: 'text', text: random.of(texts) + random.of(texts) };
  }
}

/** The content of an answer that has the right shape. */
export const content = (random: Random): unknown[] =>
  Array.from({ length: random.below(4) }, () => block(random));

/** With `spoil`, sometimes something else stands in one of an event's places. */
function spoilt(event: object, random: Random, spoil: boolean): unknown {
  if (!spoil || random.below(3) > 0) return event;
  if (random.below(20) === 0) return random.of(values)();
  const keys = Object.keys(event);
  if (keys.length === 0) return event;
  const key = random.of(keys);
  return { ...event, [key]: random.of(values)() };
}

/** One step of an answer's stream, about a block that may be there or not. */
export function streamEvent(random: Random, spoil: boolean): unknown {
  const contentIndex = random.of([0, 0, 1, 2, 7]);
  const partial = message(content(random));
  const made = random.of<() => object>([
    () => ({ type: 'start', partial }),
    () => ({ type: 'text_start', contentIndex, partial }),
    () => ({ type: 'text_delta', contentIndex, delta: random.of(texts), partial }),
    () => ({ type: 'text_delta', contentIndex, delta: random.of(texts), partial }),
    () => ({ type: 'text_end', contentIndex, content: random.of(texts), partial }),
    () => ({ type: 'thinking_start', contentIndex, partial }),
    () => ({ type: 'thinking_delta', contentIndex, delta: random.of(texts), partial }),
    () => ({ type: 'thinking_end', contentIndex, content: random.of(texts), partial }),
    () => ({ type: 'toolcall_start', contentIndex, partial }),
    () => ({ type: 'toolcall_delta', contentIndex, delta: random.of(texts), partial }),
    () => ({ type: 'toolcall_end', contentIndex, toolCall: call(random), partial }),
    () => ({ type: 'nothing_known', contentIndex, partial }),
  ])();
  return spoilt(made, random, spoil);
}

/** One of pi's events, about things that are there or are not. */
export function sessionEvent(random: Random): unknown {
  const stop = random.of(['stop', 'error', 'aborted', 'length', 'toolUse', 'toString']);
  const said = message(content(random), { stopReason: stop, errorMessage: random.of(texts) });
  const toolCallId = random.of(ids);
  const result = { content: content(random), details: { patch: random.of(texts) } };
  const asked = random.of<unknown>([{ path: 'half \ud83d' }, { command: random.of(texts) }, 7, null]);
  const user = { role: 'user', content: random.of<unknown>([random.of(texts), content(random)]) };
  const custom = { role: 'custom', display: true, customType: random.of(names), content: content(random) };
  const toolName = random.of(names);
  const made = random.of<() => object>([
    () => ({ type: 'agent_start' }),
    () => ({ type: 'turn_start' }),
    () => ({ type: 'message_start', message: said }),
    () => ({ type: 'message_start', message: user }),
    () => ({ type: 'message_start', message: custom }),
    () => ({ type: 'message_update', message: said, assistantMessageEvent: streamEvent(random, true) }),
    () => ({ type: 'message_update', message: said, assistantMessageEvent: streamEvent(random, false) }),
    () => ({ type: 'message_update', message: said, assistantMessageEvent: streamEvent(random, false) }),
    () => ({ type: 'message_update', message: said, assistantMessageEvent: streamEvent(random, false) }),
    () => ({ type: 'message_end', message: said }),
    () => ({ type: 'tool_execution_start', toolCallId, toolName, args: asked }),
    () => ({ type: 'tool_execution_update', toolCallId, toolName, partialResult: result }),
    () => ({ type: 'tool_execution_end', toolCallId, toolName, result, isError: true, durationMs: 1 }),
    () => ({
      type: 'auto_retry_start',
      attempt: 1,
      maxAttempts: 3,
      delayMs: 1,
      errorMessage: random.of(texts),
    }),
    () => ({ type: 'auto_retry_end', success: true }),
    () => ({ type: 'compaction_start' }),
    () => ({ type: 'compaction_end', result: { tokensBefore: 1, summary: random.of(texts) } }),
    () => ({ type: 'compaction_end', errorMessage: random.of(texts), reason: 'overflow' }),
  ])();
  // What pi says of its own is as it says it.
  const event = spoilt(made, random, /"type":"(message|tool)_/.test(JSON.stringify(made)));
  if (random.below(6) > 0 || typeof event !== 'object' || event === null) return event;
  // Deeper: in the message itself.
  return 'message' in event && typeof event.message === 'object' && event.message !== null
    ? { ...event, message: spoilt(event.message, random, true) }
    : event;
}
