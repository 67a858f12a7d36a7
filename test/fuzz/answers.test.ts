import assert from 'node:assert/strict';
import { answerRefusal, type DialogRequest } from '../../src/protocol/dialog';
import { panelMessage } from '../../src/protocol/requests';
import { OpenDialogs } from '../../src/extension/core/thread/openDialogs';
import { FakeClock, turns } from '../fixtures/core/fakeClock';
import { strange } from './hostile';
import { Random, runs, seed } from './random';

const specs = [
  { kind: 'confirm', title: 'C', message: '' },
  { kind: 'select', title: 'S', options: ['a', 'b', 'toString', '__proto__', ''] },
  { kind: 'input', title: 'I' },
  { kind: 'editor', title: 'E', prefill: 'x' },
  {
    kind: 'questionnaire',
    title: 'Q',
    questions: [
      { id: 'one', text: '1?', options: ['a', 'b'], many: false, other: false },
      { id: '__proto__', text: '2?', options: ['a', 'b'], many: true, other: true },
    ],
  },
] as const;

const words = ['a', 'b', 'c', '', ' ', 'toString', '__proto__', 'constructor', 'a'.repeat(1_000)];

/** An answer by its shape, or something else that a panel may say in place of one. */
function guess(random: Random): unknown {
  const item = (): unknown => ({
    id: random.of(['one', '__proto__', 'two', 'constructor']),
    chosen: Array.from({ length: random.below(4) }, () => random.of(words)),
    ...(random.below(3) === 0 ? { other: random.of(words) } : {}),
  });
  switch (random.below(5)) {
    case 0:
      return { value: random.of(words) };
    case 1:
      return { confirmed: random.below(2) === 0 };
    case 2:
    case 3:
      return { answers: Array.from({ length: random.below(4) }, item) };
    default:
      return random.of(strange)(random);
  }
}

/** Told once more, in other words than the desk's, which answers a question takes. */
function fits(request: DialogRequest, answer: Record<string, unknown>): boolean {
  if (request.kind === 'confirm') return typeof answer['confirmed'] === 'boolean';
  if (request.kind === 'input' || request.kind === 'editor') return typeof answer['value'] === 'string';
  if (request.kind === 'select') return request.options.some((option) => option === answer['value']);
  const given = answer['answers'];
  if (!Array.isArray(given) || given.length !== request.questions.length) return false;
  return request.questions.every((question) => {
    const own: unknown[] = given.filter((each: { id?: unknown }) => each.id === question.id);
    const [one] = own as { chosen: string[]; other?: string }[];
    if (one === undefined || own.length > 1) return false;
    const free = (one.other ?? '').trim() === '' ? 0 : 1;
    if (free > 0 && !question.other) return false;
    if (one.chosen.some((chosen) => !question.options.includes(chosen))) return false;
    const taken = one.chosen.length + free;
    return question.many ? taken > 0 : taken === 1;
  });
}

describe('Random answers to questions', () => {
  it('an answer settles a question only if it is valid, and reaches the extension unchanged', async function () {
    this.timeout(0);
    const random = new Random(seed);
    const log = {
      debug: () => undefined,
      info: () => undefined,
      warn: () => undefined,
      error: () => undefined,
    };
    const desk = new OpenDialogs(
      () => undefined,
      () => undefined,
      new FakeClock(),
      log,
    );
    let taken = 0;
    for (let n = 0; n < runs(100_000) / 4; n += 1) {
      const asked = desk.ask(random.of(specs), {});
      const [request] = desk.open;
      assert.ok(request);
      const said = guess(random);
      const message = {
        id: n,
        request: { type: 'answer', threadId: 't', dialogId: request.id, answer: said },
      };
      const parsed = panelMessage.safeParse(structuredClone(message));
      if (parsed.success && parsed.data.request.type === 'answer') {
        const { answer } = parsed.data.request;
        const result = desk.answer(request.id, answer, 'card');
        assert.equal(result.ok, fits(request, answer), `${request.kind} ${JSON.stringify(answer)}`);
        assert.equal(answerRefusal(request, answer) === undefined, result.ok);
        if (result.ok) {
          taken += 1;
          assert.deepEqual(await asked, { outcome: 'answered', answer, from: 'card' });
          assert.ok(!desk.answer(request.id, answer, 'card').ok);
        }
      }
      desk.settleAll('aborted');
      assert.equal(desk.size, 0);
      if (n % 1_000 === 0) await turns(1);
    }
    assert.ok(taken > 100);
  });
});
