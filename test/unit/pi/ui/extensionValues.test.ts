import { strict as assert } from 'node:assert';
import { reduce } from '../../../../src/protocol/reduce';
import { emptyThread } from '../../../../src/protocol/threadState';
import type { AskOptions, RuntimeObservation } from '../../../../src/extension/core/ports/runtime';
import { ComposerWriter } from '../../../../src/extension/pi/ui/composerWriter';
import { dialogs } from '../../../../src/extension/pi/ui/dialogs';
import { toTextList, toText } from '../../../../src/extension/base/guards';
import { FrameThrottle } from '../../../../src/extension/base/frameThrottle';
import { askable } from '../../../../src/extension/pi/ui/questions';
import { uiContext } from '../../../../src/extension/pi/ui/uiContext';
import { FakeClock } from '../../../fixtures/core/fakeClock';
import { RecordingHost } from '../../../fixtures/pi/recordingHost';

const without = Object.create(null) as unknown;
const loop: Record<string, unknown> = {};
loop['loop'] = loop;

describe('unchecked values of extensions', () => {
  it('An unchecked value of an extension becomes a text, or an empty text if the value has none', () => {
    assert.deepEqual([toText(1n), toText(Symbol('s')), toText(without)], ['1', 'Symbol(s)', '']);
    assert.deepEqual(toTextList(['a', without, 1]), ['a', '', '1']);
    assert.deepEqual(toTextList('abc'), []);
  });

  it('An unchecked value of an extension becomes a question in a list of questions', () => {
    assert.deepEqual(
      askable([{ text: loop }, { text: { a: 1 } }, { options: [without] }, 1n]).map((question) => [
        question.text,
        question.options,
      ]),
      [
        ['', []],
        ['{"a":1}', []],
        ['', ['']],
        ['1', []],
      ],
    );
  });

  it('An unchecked value of an extension is no signal or timeout of a dialog unless it has the right shape', async () => {
    const host = new RecordingHost();
    const asks = dialogs(
      host,
      () => undefined,
      () => undefined,
    );
    const given: unknown[] = [
      { signal: {} },
      { signal: 'raised', timeout: '5' },
      { timeout: Number.POSITIVE_INFINITY },
      { timeout: 2 ** 40 },
      { timeout: Number.NaN },
      null,
      5,
    ];
    const answers = given.map((options) => asks.confirm('Sure?', '', options as object));
    assert.deepEqual(
      host.asked.map(({ options }): AskOptions => options),
      given.map(() => ({})),
    );
    for (const dialog of host.asked) dialog.end({ outcome: 'cancelled' });
    assert.deepEqual(
      await Promise.all(answers),
      given.map(() => false),
    );
  });

  function shown() {
    const clock = new FakeClock();
    const state = emptyThread('t');
    const { context } = uiContext({
      composer: new ComposerWriter(clock, new RecordingHost()),
      completions: { add: () => undefined, triggers: undefined },
      dialogs: dialogs(
        new RecordingHost(),
        () => undefined,
        () => undefined,
      ),
      throttle: new FrameThrottle<RuntimeObservation>(clock, (_key, observation) =>
        reduce(state, observation),
      ),
      notify: () => undefined,
      terminalOnly: () => undefined,
    });
    return { clock, state, ui: context };
  }

  it('An unchecked value of an extension becomes the name of a status or widget', () => {
    const { clock, state, ui } = shown();
    ui.setStatus(Symbol('s') as unknown as string, 'x');
    ui.setWidget(without as string, ['y', 1 as unknown as string]);
    clock.advance(100);
    assert.deepEqual(state.statuses, { 'Symbol(s)': 'x' });
    assert.deepEqual(state.widgets, { '': { lines: ['y', '1'], placement: 'above' } });
  });

  it('An unchecked value of an extension is shown as one of at most a hundred lines, until one of them is cleared', () => {
    const { clock, state, ui } = shown();
    for (let n = 0; n < 150; n++) ui.setStatus(`${n}`, 'x');
    clock.advance(100);
    assert.equal(Object.keys(state.statuses).length, 100);
    ui.setStatus('0', undefined);
    ui.setStatus('new', 'y');
    clock.advance(100);
    assert.equal(state.statuses['new'], 'y');
  });
});
