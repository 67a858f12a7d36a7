import assert from 'node:assert/strict';
import type { DialogEnding, DialogSpec } from '../../../../src/protocol/dialog';
import { OpenDialogs } from '../../../../src/extension/core/thread/openDialogs';
import type { Observation } from '../../../../src/protocol/observation';
import { FakeClock, turns } from '../../../fixtures/core/fakeClock';
import { World, type TestPanel } from '../../../fixtures/core/world';

const select: DialogSpec = { kind: 'select', title: 'Which?', options: ['a', 'b', 'b', ''] };

describe('Open dialogs:', () => {
  let clock: FakeClock;
  let said: Observation[];
  let warnings: string[];
  let desk: OpenDialogs;

  beforeEach(() => {
    clock = new FakeClock();
    said = [];
    warnings = [];
    const quiet = (): void => undefined;
    const log = { debug: quiet, info: quiet, warn: (line: string) => warnings.push(line), error: quiet };
    desk = new OpenDialogs((observation) => said.push(observation), quiet, clock, log);
  });

  const types = (): string[] => said.map(({ type }) => type);
  const firstId = (): string => desk.open[0]?.id ?? '';

  it('a question and its outcome are published before the caller resolves', async () => {
    const order: string[] = [];
    void desk.ask(select, {}).then(() => order.push('resolved'));
    desk.answer(firstId(), { value: 'b' }, 'card');
    order.push(...types());
    await turns(1);
    assert.deepEqual(order, ['dialog-opened', 'dialog-settled', 'resolved']);
  });

  it('an offered option is accepted verbatim, including duplicate and empty ones', async () => {
    for (const value of ['a', 'b', '']) {
      const asked = desk.ask(select, {});
      assert.deepEqual(desk.answer(firstId(), { value }, 'card'), { ok: true });
      assert.deepEqual(await asked, { outcome: 'answered', answer: { value }, from: 'card' });
    }
  });

  it("an answer that doesn't fit is refused with a reason, and the question stays open", () => {
    void desk.ask(select, {});
    const wrong = desk.answer(firstId(), { value: 'zzz' }, 'card');
    assert.deepEqual(wrong, {
      ok: false,
      code: 'answer-refused',
      message: "“zzz” isn't one of the options.",
    });
    assert.equal(desk.answer(firstId(), { confirmed: true }, 'card').ok, false);
    assert.equal(desk.size, 1);
  });

  it('the log never contains an answer', () => {
    void desk.ask(select, {});
    desk.answer(firstId(), { value: 'a secret' }, 'card');
    assert.ok(!warnings.some((line) => line.includes('secret')));
  });

  it('only the first answer counts, and the second is refused', async () => {
    const asked = desk.ask(select, {});
    const id = firstId();
    desk.answer(id, { value: 'a' }, 'card');
    const second = desk.answer(id, { value: 'b' }, 'quick-pick');
    assert.equal(second.ok ? '' : second.code, 'no-open-dialog');
    assert.equal((await asked).answer && 'a', 'a');
    assert.equal(types().filter((type) => type === 'dialog-settled').length, 1);
  });

  it('a question settles once even if a listener of its settlement answers it', async () => {
    const results: boolean[] = [];
    const again = new OpenDialogs(
      (observation) => {
        said.push(observation);
        if (observation.type !== 'dialog-settled') return;
        results.push(again.answer(observation.dialogId, { value: 'b' }, 'quick-pick').ok);
      },
      () => undefined,
      clock,
      { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
    );
    const asked = again.ask(select, {});
    results.push(again.answer(again.open[0]?.id ?? '', { value: 'a' }, 'card').ok);
    assert.deepEqual(await asked, { outcome: 'answered', answer: { value: 'a' }, from: 'card' });
    assert.deepEqual(results, [false, true]);
    assert.deepEqual(types(), ['dialog-opened', 'dialog-settled']);
  });

  it('an answer to an unknown question is logged as a warning', () => {
    const reply = desk.answer('never', { value: 'a' }, 'card');
    assert.equal(reply.ok ? '' : reply.code, 'no-open-dialog');
    assert.equal(warnings.length, 1);
  });

  const endings: readonly (readonly [DialogEnding['outcome'], (end: AbortController) => void])[] = [
    ['cancelled', () => desk.cancel(firstId(), 'card')],
    [
      'timed-out',
      () => {
        clock.advance(500);
      },
    ],
    [
      'signalled',
      (end) => {
        end.abort();
      },
    ],
    [
      'aborted',
      () => {
        desk.settleAll('aborted');
      },
    ],
    [
      'disposed',
      () => {
        desk.settleAll('disposed');
      },
    ],
  ];
  for (const [outcome, act] of endings) {
    it(`a question settles as ${outcome} once and leaves no timer or listener`, async () => {
      const end = new AbortController();
      const asked = desk.ask(select, { signal: end.signal, timeout: 500 });
      act(end);
      for (const [, again] of endings) again(end);
      assert.equal((await asked).outcome, outcome);
      assert.equal(types().filter((type) => type === 'dialog-settled').length, 1);
      assert.equal(clock.pending, 0);
      assert.equal(desk.size, 0);
    });
  }

  it('no question opens for an aborted signal', async () => {
    const ending = await desk.ask(select, { signal: AbortSignal.abort() });
    assert.equal(ending.outcome, 'signalled');
    assert.deepEqual(said, []);
  });

  it('open questions are listed from the oldest, and each settles with its own answer', async () => {
    const one = desk.ask({ kind: 'confirm', title: 'A', message: '' }, {});
    const two = desk.ask({ kind: 'confirm', title: 'B', message: '' }, {});
    assert.deepEqual(
      desk.open.map(({ title }) => title),
      ['A', 'B'],
    );
    const [a, b] = desk.open;
    desk.answer(b?.id ?? '', { confirmed: false }, 'card');
    desk.answer(a?.id ?? '', { confirmed: true }, 'card');
    assert.deepEqual((await one).answer, { confirmed: true });
    assert.deepEqual((await two).answer, { confirmed: false });
  });
});

describe('Questions:', () => {
  let world: World;
  let a: TestPanel;
  let b: TestPanel;

  beforeEach(async () => {
    world = new World();
    a = await world.panel('A');
    b = await world.panel('B');
    await a.send('hello');
    world.runtime.start();
  });

  const ask = (spec: DialogSpec = select): Promise<DialogEnding> => world.runtime.host.ask(spec, {});
  const openIn = (panel: TestPanel): string => panel.shown.dialogs[0]?.id ?? '';

  it('every panel of the thread shows a question, and the first answer settles it in all of them', async () => {
    const asked = ask();
    await world.settle();
    const id = openIn(a);
    assert.equal(openIn(b), id);
    world.clock.advance(600);
    await b.panel.answering.answer(id, { value: 'a' });
    await world.settle();
    assert.deepEqual(await asked, { outcome: 'answered', answer: { value: 'a' }, from: 'card' });
    for (const panel of [a, b]) {
      assert.deepEqual(panel.shown.dialogs, []);
      assert.ok(panel.transcript.includes('question: Which? (answered)'));
    }
  });

  it('a question that is answered in two panels at once has one answer, and the other panel gets a message', async () => {
    const asked = ask();
    await world.settle();
    world.clock.advance(600);
    const id = openIn(a);
    await Promise.all([
      a.panel.answering.answer(id, { value: 'a' }),
      b.panel.answering.answer(id, { value: 'b' }),
    ]);
    await world.settle();
    assert.deepEqual((await asked).answer, { value: 'a' });
  });

  it('a panel that opens later shows an open question', async () => {
    void ask();
    await world.settle();
    const late = await world.panel('C');
    assert.equal(openIn(late), openIn(a));
  });

  it('an open question keeps the thread busy', async () => {
    const asked = ask();
    world.runtime.settle();
    await world.settle();
    assert.equal(a.panel.store.status.busy, true);
    world.clock.advance(600);
    await a.panel.answering.answer(openIn(a), { value: 'a' });
    await asked;
    await world.settle();
    assert.equal(a.panel.store.status.busy, false);
  });

  it('a question in an idle thread takes the thread until it is settled', async () => {
    world.runtime.settle();
    await world.settle();
    void ask();
    await world.settle();
    assert.deepEqual(a.panel.store.status, { live: true, busy: true, generation: 2 });
    await a.panel.stop();
    await world.settle();
    assert.equal(a.panel.store.status.busy, false);
  });

  it('a question without a panel stays open and is shown by the next panel', async () => {
    a.close();
    b.close();
    const asked = ask();
    const next = await world.panel('C');
    await world.settle();
    world.clock.advance(600);
    await next.panel.answering.answer(openIn(next), { value: 'b' });
    assert.equal((await asked).outcome, 'answered');
  });

  it('a question is never answered by typed or queued text', async () => {
    const asked = ask({ kind: 'confirm', title: 'Run it?', message: '' });
    await world.settle();
    await a.send('yes');
    await a.send('after that build it', 'steer');
    await world.settle();
    assert.equal(a.shown.dialogs.length, 1);
    assert.deepEqual([...a.queue].sort(), ['after that build it', 'yes']);
    await a.panel.stop();
    assert.equal((await asked).outcome, 'aborted');
  });
});
