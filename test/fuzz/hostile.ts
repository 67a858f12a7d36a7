import type { Random } from './random';

/** A word that no log line may carry, in every text that a hostile message has. */
export const secret = 'SECRET';

/** What a value looks like that nobody expects. Each can be cloned, as all that comes from a panel is. */
export type Make = (random: Random) => unknown;

const megabyte = `${secret} ${'x'.repeat(1_000_001)}`;

function deep(depth: number): unknown {
  let value: unknown = secret;
  for (let n = 0; n < depth; n += 1) value = n % 2 === 0 ? [value] : { [secret]: value };
  return value;
}

function cyclic(): unknown {
  const value: Record<string, unknown> = { text: secret };
  value['self'] = value;
  value['list'] = [value, { value }];
  return value;
}

const proto = (): unknown =>
  JSON.parse(`{"__proto__":{"type":"threads","text":"${secret}"},"constructor":1}`);

export const strange: readonly Make[] = [
  () => null,
  () => undefined,
  () => true,
  () => Number.NaN,
  () => -1,
  () => 1.5,
  () => Number.MAX_VALUE,
  () => 10n,
  () => secret.repeat(50),
  () => '',
  () => [],
  () => [secret, null, {}],
  () => ({}),
  () => ({ [secret]: secret }),
  () => ({ length: 3, 0: secret }),
  () => new Date(0),
  () => new Map([[secret, secret]]),
  () => new Set([secret]),
  () => new Error(secret),
  () => /SECRET/g,
  () => new Uint8Array(8),
  () => new ArrayBuffer(8),
  proto,
  cyclic,
  (random) => deep(10 + random.below(200)),
  (random) => (random.below(200) === 0 ? deep(1_000) : deep(3)),
  (random) => (random.below(200) === 0 ? megabyte : secret),
  () => Object.setPrototypeOf({ type: secret }, null) as unknown,
];

const names = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  secret,
  '',
  'FOLLOW',
  'follow ',
];

/** Requests that are right in their shape, of whose fields each one may be spoilt. */
const right: readonly (() => Record<string, unknown>)[] = [
  () => ({ type: 'follow', threadId: secret, epoch: secret, seq: 1 }),
  () => ({ type: 'prompt', threadId: secret, key: secret, text: secret, images: [], delivery: 'steer' }),
  () => ({ type: 'stop', threadId: secret, generation: 1 }),
  () => ({ type: 'stop-anyway', threadId: secret, generation: 1 }),
  () => ({ type: 'answer', threadId: secret, dialogId: secret, answer: { value: secret } }),
  () => ({ type: 'cancel-dialog', threadId: secret, dialogId: secret }),
  () => ({ type: 'draft', threadId: secret, text: secret, images: [], revision: 1, taken: [] }),
  () => ({ type: 'edit-queued', threadId: secret, messageId: secret, text: secret }),
  () => ({ type: 'move-queued', threadId: secret, messageId: secret, by: 1 }),
  () => ({ type: 'older', threadId: secret, before: secret }),
  () => ({ type: 'open-file', path: secret, line: 1 }),
  () => ({ type: 'open-link', href: secret }),
  () => ({ type: 'next-step', threadId: secret, step: 'retry' }),
];

/** What fits no field of any request. */
const wrong: readonly Make[] = [
  () => null,
  () => Number.NaN,
  () => -7,
  () => 1.5,
  () => ({ [secret]: secret }),
  () => [[secret]],
  () => new Map([[secret, secret]]),
  proto,
  cyclic,
  () => true,
  (random) => deep(3 + random.below(100)),
  (random) => (random.below(20) === 0 ? megabyte : { secret }),
];

const image = { mimeType: 'image/png', data: 'AAAA' };

/** Too much of what is right otherwise. */
const tooMuch: readonly Make[] = [
  () => ({
    type: 'prompt',
    threadId: secret,
    key: 'k',
    text: '',
    images: Array(21).fill(image),
    delivery: 'steer',
  }),
  () => ({
    type: 'prompt',
    threadId: secret,
    key: 'k',
    text: '',
    images: [{ mimeType: `image/${secret}`, data: 'AAAA' }],
    delivery: 'steer',
  }),
  () => ({
    type: 'prompt',
    threadId: secret,
    key: 'k',
    text: '',
    images: [{ mimeType: 'image/png', data: `not base64 ${secret}` }],
    delivery: 'steer',
  }),
  () => ({
    type: 'draft',
    threadId: secret,
    text: '',
    images: [],
    revision: 1,
    taken: Array(1001).fill(secret),
  }),
  () => ({ type: 'stop', threadId: secret.repeat(40) }),
  () => ({ type: 'open-link', href: secret.repeat(2_000) }),
  () => ({ type: 'answer', threadId: 't', dialogId: 'd', answer: { value: secret, confirmed: true } }),
  () => ({
    type: 'answer',
    threadId: 't',
    dialogId: 'd',
    answer: { answers: Array(101).fill({ id: 'q', chosen: [] }) },
  }),
  () => ({ type: 'move-queued', threadId: secret, messageId: secret, by: 2 }),
];

export interface Hostile {
  readonly message: unknown;
  /** The number by which it is to be answered, where there is one. */
  readonly id: number | undefined;
}

/** A message that is no request, by any of the ways in which one can fail to be. */
export function malformed(random: Random, id: number): Hostile {
  switch (random.below(6)) {
    case 0:
      return { message: random.of(strange)(random), id: undefined };
    case 1:
      return {
        message: {
          id: random.of([1.5, Number.NaN, secret, null, 2 ** 60, [id]]),
          request: random.of(right)(),
        },
        id: undefined,
      };
    case 2:
      return { message: { id, request: random.of(strange)(random) }, id };
    case 3:
      return { message: { id, request: { ...random.of(right)(), type: random.of(names) } }, id };
    case 4:
      return { message: { id, request: random.of(tooMuch)(random) }, id };
    default: {
      const request = random.of(right)();
      request[random.of(Object.keys(request))] = random.of(wrong)(random);
      return { message: { id, request }, id };
    }
  }
}

/** A request in its right shape about things that are not there, in a thread that is or is not. */
export function misaddressed(random: Random, id: number, threadIds: readonly string[]): Hostile {
  const threadId = random.of([...threadIds, 'nowhere', '__proto__', 'constructor']);
  const gone = random.of(['gone', '__proto__', 'toString', secret]);
  const request = random.of([
    { type: 'stop', threadId },
    { type: 'stop', threadId, generation: 99 },
    { type: 'stop-anyway', threadId, generation: 99 },
    { type: 'answer', threadId, dialogId: gone, answer: { value: secret } },
    { type: 'answer', threadId, dialogId: gone, answer: { confirmed: true } },
    { type: 'cancel-dialog', threadId, dialogId: gone },
    { type: 'edit-queued', threadId, messageId: gone, text: secret },
    { type: 'remove-queued', threadId, messageId: gone },
    { type: 'move-queued', threadId, messageId: gone, by: -1 },
    { type: 'send-queued-now', threadId, messageId: gone },
    { type: 'resume-queue', threadId },
    { type: 'prompt', threadId, key: `k${String(id)}`, text: ' \n', images: [], delivery: 'steer' },
  ]);
  return { message: { id, request }, id };
}
