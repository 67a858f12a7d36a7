import { strict as assert } from 'node:assert';
import { needsCompletions } from '../../../../src/protocol/completion';
import type { SlashCommand } from '../../../../src/protocol/session';
import { PanelWorld } from '../panel/panelWorld';

const deploy: SlashCommand = { name: 'deploy', kind: 'extension', completes: true };
const plain: SlashCommand = { name: 'name', kind: 'enso' };

describe('completionSession.ts', () => {
  const asks = (text: string, triggers?: readonly string[], caret = text.length) =>
    needsCompletions({ text, caret }, triggers === undefined ? undefined : { triggers }, [deploy, plain]);

  it('Completions are requested only where an extension offers some', () => {
    assert.equal(asks('see #1'), false);
    assert.equal(asks('see #1', ['#']), true);
    assert.equal(asks('see $1', ['#']), false);
    assert.equal(asks('see $1', ['#', '$']), true);
    assert.equal(asks('see(#1', ['#']), false);
    assert.equal(asks('see (#1', ['#']), true);
    assert.equal(asks('a#1', ['#']), false);
    assert.equal(asks('#1 ', ['#']), false);
    assert.equal(asks('one\n#1', ['#']), true);
    assert.equal(asks('#1 two', ['#'], 2), true);
    assert.equal(asks('see ]1', [']', '^', '\\', '-']), true);
  });

  it('Completions are requested after a command with argument completions, and after every slash if providers exist', () => {
    assert.equal(asks('/deploy '), true);
    assert.equal(asks('/deploy prod'), true);
    assert.equal(asks('/deploy'), false);
    assert.equal(asks('/name '), false);
    assert.equal(asks('/na', ['#']), true);
    assert.equal(asks('say /na', ['#']), false);
  });

  async function world() {
    const w = new PanelWorld();
    await w.snapshot({}, 'T1', (state) => {
      state.session = { ...state.session, completionTriggers: { triggers: ['#'] } };
    });
    const type = (text: string) => {
      w.panel.draft.type(text);
      w.panel.completions.textChanged(text, text.length);
    };
    const offers = (id: number, ...labels: string[]) =>
      w.reply(id, { ok: true, list: id, rows: labels.map((label) => ({ label })) });
    const labels = () => w.panel.completions.rows.map(({ label }) => label);
    return { w, type, offers, labels };
  }

  it('Completions are requested once a frame, for the latest text', async () => {
    const { w, type } = await world();
    for (const text of ['#', '#1', '#12']) type(text);
    assert.equal(w.all('complete').length, 0);
    await w.passes(16);
    assert.deepEqual(
      w.all('complete').map(({ request }) => [request.text, request.caret]),
      [['#12', 3]],
    );
  });

  it('Only the reply to the last request counts, in whatever order replies arrive', async () => {
    const { w, type, offers, labels } = await world();
    type('#1');
    await w.passes(16);
    type('#12');
    await w.passes(16);
    const [first, second] = w.all('complete');
    await offers(second?.id ?? 0, '#12');
    await offers(first?.id ?? 0, '#1');
    assert.deepEqual(labels(), ['#12']);
    assert.equal(w.panel.completions.stale, false);
  });

  it("Rows of an earlier text stay visible until the next reply, but can't be taken", async () => {
    const { w, type, offers, labels } = await world();
    type('#1');
    await w.passes(16);
    await offers(w.last('complete').id, '#1');
    type('#12');
    assert.deepEqual([labels(), w.panel.completions.stale], [['#1'], true]);
    assert.equal(await w.panel.completions.takeRow(0), undefined);
    assert.equal(w.all('take-completion').length, 0);
    await w.passes(16);
    await offers(w.last('complete').id);
    assert.deepEqual(labels(), []);
  });

  it('Completions close when the caret moves, the word ends, the text is set or sent, or the thread changes', async () => {
    const { w, type, offers, labels } = await world();
    const ways = [
      () => w.panel.completions.caretMoved(1),
      () => type('#1 '),
      () => w.panel.draft.insert('set', true),
      () => w.panel.send('enqueue'),
      () => w.panel.follow('T2'),
    ];
    for (const way of ways) {
      type('#1');
      await w.passes(16);
      await offers(w.last('complete').id, '#1');
      assert.deepEqual(labels(), ['#1']);
      way();
      assert.deepEqual(labels(), [], String(way));
    }
  });

  it('A taken row is dropped if more was typed meanwhile', async () => {
    const { w, type, offers } = await world();
    type('#1');
    await w.passes(16);
    await offers(w.last('complete').id, '#1');
    const taking = w.panel.completions.takeRow(0);
    type('#1x');
    await w.reply(w.last('take-completion').id, { ok: true, text: '#12', caret: 3 });
    assert.equal(await taking, undefined);
  });
});
