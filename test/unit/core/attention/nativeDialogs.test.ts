import assert from 'node:assert/strict';
import type { DialogEnding, DialogRequest } from '../../../../src/protocol/dialog';
import { Attention } from '../../../../src/extension/core/attention/attention';
import type { NativeDialogUi } from '../../../../src/extension/core/ports/panel';
import { outcomeText } from '../../../../src/protocol/dialogOutcome';
import { NativeDialogs, type NativePolicy } from '../../../../src/extension/core/attention/nativeDialogs';
import { turns } from '../../../fixtures/core/fakeClock';
import { World, type TestPanel } from '../../../fixtures/core/world';

type Given = Awaited<ReturnType<NativeDialogUi['show']>>;

/** Native surfaces that show what they are told to and end when the test says so. */
class FakeSurfaces implements NativeDialogUi {
  readonly shown: DialogRequest[] = [];
  readonly closed: string[] = [];
  give: (given: Given) => void = () => undefined;

  show(request: DialogRequest, signal: AbortSignal): Promise<Given> {
    this.shown.push(request);
    return new Promise((resolve) => {
      this.give = resolve;
      signal.addEventListener('abort', () => {
        this.closed.push(request.title);
        resolve(undefined);
      });
    });
  }
}

describe('Native dialogs:', () => {
  let world: World;
  let panel: TestPanel;
  let native: FakeSurfaces;
  let surfaces: NativeDialogs;
  let policy: NativePolicy;
  let refusals: string[];
  let ended: string[];

  beforeEach(async () => {
    world = new World();
    policy = 'auto';
    refusals = [];
    ended = [];
    native = new FakeSurfaces();
    surfaces = new NativeDialogs(world.registry, world.panels, native, () => policy, {
      refused: (why) => refusals.push(why),
      ended: (request, ending) => ended.push(`${request.title} ${outcomeText(ending)}`),
    });
    panel = await world.panel('A');
    await panel.send('hello');
    world.runtime.start();
    await world.settle();
  });

  afterEach(() => {
    surfaces.dispose();
  });

  const ask = (title = 'Which?'): Promise<DialogEnding> =>
    world.runtime.host.ask({ kind: 'select', title, options: ['a', 'b'] }, {});
  const titles = (): string[] => native.shown.map((request) => request.title);

  it('no dialog opens while a visible panel shows the question', async () => {
    void ask();
    await world.settle();
    assert.deepEqual(titles(), []);
  });

  it('a dialog opens when no visible panel shows the thread', async () => {
    await panel.hide();
    void ask();
    assert.deepEqual(titles(), ['Which?']);
  });

  it('only the follow-up of a native answer opens a dialog while a panel is visible', async () => {
    const first = ask('Allow?');
    void ask('Another?');
    await world.settle();
    surfaces.show(panel.shown.threadId, panel.shown.dialogs[0]?.id ?? '');
    void first.then(() => ask('Why?'));
    native.give({ answer: { value: 'a' }, from: 'quick-pick' });
    await world.settle();
    assert.deepEqual(titles(), ['Allow?', 'Why?']);
    native.give(undefined);
    await world.settle();
    world.clock.advance(1000);
    void ask('Much later?');
    await world.settle();
    assert.deepEqual(titles(), ['Allow?', 'Why?']);
  });

  it('the setting can make dialogs open always or never', async () => {
    policy = 'always';
    void ask('one');
    assert.deepEqual(titles(), ['one']);
    policy = 'never';
    world.registry.peek(panel.shown.threadId)?.dialogs.settleAll('cancelled');
    await panel.hide();
    void ask('two');
    assert.deepEqual(titles(), ['one']);
  });

  it('an answer in a dialog closes the cards, which show where it was given', async () => {
    const asked = ask();
    surfaces.show(panel.shown.threadId, world.registry.peek(panel.shown.threadId)?.dialogs.open[0]?.id ?? '');
    native.give({ answer: { value: 'b' }, from: 'quick-pick' });
    assert.deepEqual(await asked, { outcome: 'answered', answer: { value: 'b' }, from: 'quick-pick' });
    await world.settle();
    assert.deepEqual(panel.shown.dialogs, []);
    const [item] = panel.shown.items.filter((candidate) => candidate.kind === 'dialog');
    assert.equal(item?.ending?.from, 'quick-pick');
  });

  it('an answer in a card closes the dialog with a message', async () => {
    policy = 'always';
    const asked = ask();
    await world.settle();
    world.clock.advance(600);
    await panel.panel.answering.answer(panel.shown.dialogs[0]?.id ?? '', { value: 'a' });
    await asked;
    assert.deepEqual(native.closed, ['Which?']);
    assert.deepEqual(ended, ['Which? answered in chat']);
  });

  it('a question that times out closes its dialog, and only an open dialog shows a message', async () => {
    policy = 'always';
    const signal = new AbortController();
    const asked = world.runtime.host.ask(
      { kind: 'confirm', title: 'Sure?', message: '' },
      { signal: signal.signal, timeout: 5000 },
    );
    world.clock.advance(5000);
    assert.deepEqual(await asked, { outcome: 'timed-out' });
    assert.deepEqual(native.closed, ['Sure?']);
    void ask();
    native.give(undefined);
    await turns();
    world.registry.peek(panel.shown.threadId)?.dialogs.settleAll('aborted');
    assert.deepEqual(ended, ['Sure? timed out']);
  });

  it("a document stays open while another question's quick input opens", async () => {
    policy = 'always';
    void world.runtime.host.ask({ kind: 'editor', title: 'Write' }, {});
    const asked = ask();
    await turns();
    assert.deepEqual(titles(), ['Write', 'Which?']);
    assert.deepEqual(native.closed, []);
    native.give({ answer: { value: 'a' }, from: 'quick-pick' });
    await asked;
    assert.deepEqual(native.closed, []);
  });

  it("the dialog of another thread's question opens when the first question is settled", async () => {
    policy = 'always';
    const asked = ask('first');
    void world.registry.create().dialogs.ask({ kind: 'confirm', title: 'another', message: '' }, {});
    assert.deepEqual(titles(), ['first']);
    native.give({ answer: { value: 'a' }, from: 'quick-pick' });
    await asked;
    assert.deepEqual(titles(), ['first', 'another']);
  });

  it("a closed dialog answers nothing and doesn't open again", async () => {
    policy = 'always';
    void ask();
    native.give(undefined);
    await turns();
    assert.equal(world.registry.peek(panel.shown.threadId)?.dialogs.size, 1);
    void ask('another');
    assert.deepEqual(titles(), ['Which?', 'another']);
  });

  it("only its own button cancels a dialog's question", async () => {
    policy = 'always';
    const asked = ask();
    native.give({ answer: 'cancel', from: 'quick-pick' });
    assert.deepEqual(await asked, { outcome: 'cancelled', from: 'quick-pick' });
  });

  it('a dialog whose answer is refused shows the reason and opens again', async () => {
    policy = 'always';
    void ask();
    native.give({ answer: { value: 'zzz' }, from: 'quick-pick' });
    await turns();
    assert.deepEqual(refusals, ["“zzz” isn't one of the options."]);
    assert.deepEqual(titles(), ['Which?', 'Which?']);
  });

  it('several questions open one after the other', async () => {
    policy = 'always';
    const one = ask('one');
    void ask('two');
    assert.deepEqual(titles(), ['one']);
    native.give({ answer: { value: 'a' }, from: 'quick-pick' });
    await one;
    await turns();
    assert.deepEqual(titles(), ['one', 'two']);
  });
});

describe('Attention:', () => {
  it('the counts of runs, questions and unseen questions are published only on changes', async () => {
    const world = new World();
    const attention = new Attention(world.registry, world.panels);
    const told: string[] = [];
    attention.onDidChange(({ busy, waiting, unseen }) => told.push([busy, waiting, unseen].join(' ')));
    const panel = await world.panel('A');
    await panel.send('hello');
    world.runtime.start();
    const asked = world.runtime.host.ask({ kind: 'confirm', title: 'Sure?', message: '' }, {});
    await panel.hide();
    attention.update();
    attention.update();
    world.registry.peek(panel.shown.threadId)?.dialogs.settleAll('cancelled');
    await asked;
    world.runtime.settle();
    await world.settle();
    assert.deepEqual(told, ['1 0 0', '1 1 0', '1 1 1', '1 0 0', '0 0 0']);
    attention.dispose();
  });
});
