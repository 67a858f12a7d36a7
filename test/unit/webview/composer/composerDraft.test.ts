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

describe('composerDraft.ts', () => {
  it('A draft yields to a saved draft of a higher revision and replaces one of a lower revision', () => {
    const draft = box();
    draft.restore('T1', saved('mine', 4), []);
    draft.follow('T1', saved('older', 3));
    assert.equal(draft.text, 'mine');
    draft.follow('T1', saved('newer', 7));
    assert.equal(draft.text, 'newer');
    assert.equal(draft.value.revision, 7);
  });

  it("A draft that was typed before any thread was known goes after the thread's saved draft", () => {
    const draft = new ComposerDraft(() => undefined);
    draft.type('typed early');
    draft.follow('T1', saved('saved', 12));
    assert.equal(draft.text, 'saved\n\ntyped early');
    assert.equal(draft.value.revision, 13);
  });

  it('The draft of another thread replaces the draft when that thread comes', () => {
    const draft = box();
    draft.type('for one');
    draft.follow('T2', saved('for two', 2));
    assert.equal(draft.text, 'for two');
    assert.equal(draft.threadId, 'T2');
  });

  it('A hand-back is appended once, with its images', () => {
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

  it('A draft remembers over a reload which hand-backs it contains', () => {
    const draft = new ComposerDraft(() => undefined);
    draft.restore('T1', saved('one', 3), ['h1']);
    assert.equal(draft.take(handBack('h1', 'one')), false);
    assert.equal(draft.text, 'one');
  });

  it('Removing an image by a double click keeps the next image', () => {
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

  it('A hand-back waits until the input method finishes, and neither text is lost', () => {
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

  it('A refused prompt comes back before the text that was typed since', () => {
    const draft = box();
    draft.type('refused');
    const sent = draft.clear();
    draft.type('next');
    for (const body of sent) draft.putBack(body);
    assert.equal(draft.text, 'refused\n\nnext');
  });

  it('Every change of a draft raises its revision', () => {
    const draft = box();
    draft.type('a');
    draft.type('ab');
    draft.clear();
    assert.equal(draft.value.revision, 3);
  });
});
