import { strict as assert } from 'node:assert';
import { ComposerDraft } from '../../../../src/webview/composer/composerDraft';

const saved = (text: string, revision: number) => ({ text, images: [], revision });
const handBack = (id: string, ...texts: string[]) => ({
  id,
  prompts: texts.map((text) => ({ text, images: [] })),
});

function box(): ComposerDraft {
  const draft = new ComposerDraft(() => undefined);
  draft.follow('T1', undefined);
  return draft;
}

describe('a draft', () => {
  it('loses against a saved one of a higher revision and wins against a lower one', () => {
    const draft = box();
    draft.restore('T1', saved('mine', 4), []);
    draft.follow('T1', saved('older', 3));
    assert.equal(draft.text, 'mine');
    draft.follow('T1', saved('newer', 7));
    assert.equal(draft.text, 'newer');
    assert.equal(draft.value.revision, 7);
  });

  it('that was typed before any thread was known stays, after what was saved there', () => {
    const draft = new ComposerDraft(() => undefined);
    draft.type('typed early');
    draft.follow('T1', saved('saved', 12));
    assert.equal(draft.text, 'saved\n\ntyped early');
    assert.equal(draft.value.revision, 13);
  });

  it("gives way to the other thread's draft when another thread comes", () => {
    const draft = box();
    draft.type('for one');
    draft.follow('T2', saved('for two', 2));
    assert.equal(draft.text, 'for two');
    assert.equal(draft.threadId, 'T2');
  });

  it('takes a hand-back once, after what is typed, with its pictures', () => {
    const draft = box();
    draft.type('half a thought');
    const picture = { mimeType: 'image/png', data: 'AA==' };
    const back = {
      id: 'h1',
      prompts: [
        { text: 'one', images: [picture] },
        { text: 'two', images: [] },
      ],
    };
    assert.equal(draft.take(back), true);
    assert.equal(draft.take(back), false);
    assert.equal(draft.text, 'half a thought\n\none\n\ntwo');
    assert.deepEqual(draft.images, [picture]);
    assert.deepEqual(draft.taken, ['h1']);
  });

  it('remembers over a reload which hand-backs are in it', () => {
    const draft = new ComposerDraft(() => undefined);
    draft.restore('T1', saved('one', 3), ['h1']);
    assert.equal(draft.take(handBack('h1', 'one')), false);
    assert.equal(draft.text, 'one');
  });

  it('loses the picture that was removed and not the next one, though it is clicked twice', () => {
    const draft = box();
    draft.attach(['one', 'two'].map((name) => ({ mimeType: 'image/png', data: 'AAAA', name })));
    const [shown] = draft.images;
    assert.ok(shown);
    draft.detach(shown);
    draft.detach(shown);
    assert.deepEqual(
      draft.images.map(({ name }) => name),
      ['two'],
    );
  });

  it('waits with a hand-back until the input method is done, and loses neither', () => {
    const draft = box();
    draft.suspendChanges();
    draft.type('にほ');
    draft.take(handBack('h1', 'queued'));
    draft.take(handBack('h1', 'queued'));
    assert.equal(draft.text, 'にほ');
    assert.deepEqual(draft.taken, []);
    draft.type('日本');
    draft.resumeChanges();
    assert.equal(draft.text, '日本\n\nqueued');
    assert.deepEqual(draft.taken, ['h1']);
  });

  it('gets a refused prompt back in front of what was typed since', () => {
    const draft = box();
    draft.type('refused');
    const sent = draft.clear();
    draft.type('next');
    for (const body of sent) draft.putBack(body);
    assert.equal(draft.text, 'refused\n\nnext');
  });

  it('raises its revision with each change', () => {
    const draft = box();
    draft.type('a');
    draft.type('ab');
    draft.clear();
    assert.equal(draft.value.revision, 3);
  });
});
