import { strict as assert } from 'node:assert';
import type { DialogSpec } from '../../../src/protocol/dialog';
import { dialogRecord, parseDialogRecord } from '../../../src/extension/sessionFiles/dialogRecord';

describe('the record of a dialog', () => {
  const preview = { format: 'diff', text: '+a', path: 'a.ts', notes: ['New file.'] } as const;
  const select = { kind: 'select', title: 'Allow?', askedBy: 'x.ts', options: ['Yes'], preview } as const;
  const question = { id: 'q', text: 'Which?', options: ['a'], many: false, other: true };
  const specs: readonly DialogSpec[] = [
    select,
    { kind: 'confirm', title: 'Sure?', message: '' },
    { kind: 'input', title: 'Name?', placeholder: 'name' },
    { kind: 'editor', title: 'Text?', prefill: 'a\nb' },
    { kind: 'questionnaire', title: 'Some', questions: [question] },
  ];
  for (const spec of specs) {
    it(`a ${spec.kind} dialog is read as it was written`, () => {
      const record = dialogRecord(spec, { outcome: 'cancelled', from: 'card' });
      assert.deepEqual(parseDialogRecord(JSON.parse(JSON.stringify(record))), record);
    });
  }

  it('each kind of answer is read as it was written', () => {
    for (const answer of [
      { value: 'x'.repeat(2_000_000) },
      { confirmed: false },
      { answers: [{ id: '', chosen: ['a'], other: 'b' }] },
    ]) {
      const ending = { outcome: 'answered', answer } as const;
      assert.deepEqual(parseDialogRecord({ spec: select, ending })?.ending, ending);
    }
  });

  it('a preview of Enso 0.1 is read under its older name', () => {
    const { preview: matter, ...rest } = select;
    const record = parseDialogRecord({ spec: { ...rest, matter }, ending: { outcome: 'aborted' } });
    assert.deepEqual(record?.spec, select);
  });

  it('a damaged optional field is left out', () => {
    const spec = { ...select, askedBy: 7, preview: { ...preview, notes: [7] } };
    const ending = { outcome: 'cancelled', answer: 7, from: 'moon' };
    assert.deepEqual(parseDialogRecord({ spec, ending }), {
      spec: { kind: 'select', title: 'Allow?', options: ['Yes'] },
      ending: { outcome: 'cancelled' },
    });
    const confirm = parseDialogRecord({ spec: { kind: 'confirm', title: 'Sure?' }, ending });
    assert.deepEqual(confirm?.spec, { kind: 'confirm', title: 'Sure?', message: '' });
  });

  it('an answered dialog without an answer is no record', () => {
    assert.equal(parseDialogRecord({ spec: select, ending: { outcome: 'answered' } }), undefined);
    assert.equal(parseDialogRecord({ spec: select, ending: { outcome: 'answered', answer: {} } }), undefined);
    assert.equal(parseDialogRecord(undefined), undefined);
  });

  it('a long preview is shortened', () => {
    const text = 'x'.repeat(5000);
    const { spec } = dialogRecord(
      { ...select, preview: { ...preview, text } },
      { outcome: 'answered', answer: { value: 'Yes' } },
    );
    assert.equal(spec.kind === 'select' && spec.preview?.text.length, 1000);
  });
});
