import { strict as assert } from 'node:assert';
import { PiWorld } from '../../../fixtures/pi/piWorld';

describe('ask_user', () => {
  let world: PiWorld;
  beforeEach(() => {
    world = new PiWorld();
  });
  afterEach(() => world.close());

  const questions = [
    { question: 'Which?', options: ['a', 'b'] },
    { question: 'What else?', options: ['c', 'd'], many: true, other: true },
    { question: 'When?' },
  ];
  const ask = { tool: 'ask_user', args: { question: 'Some things', questions } };

  it('The tool ask_user asks several questions at once and returns the answers with the questions', async () => {
    world.model.answer(ask).answer({ say: 'thanks' });
    const thread = await world.open();
    thread.send('ask');
    const dialog = await thread.host.dialog();
    const { callId, ...spec } = dialog.spec;
    assert.match(callId ?? '', /^call-/);
    assert.deepEqual(spec, {
      kind: 'questionnaire',
      title: 'Some things',
      questions: [
        { id: '1', text: 'Which?', options: ['a', 'b'], many: false, other: false },
        { id: '2', text: 'What else?', options: ['c', 'd'], many: true, other: true },
        { id: '3', text: 'When?', options: [], many: false, other: true },
      ],
      askedBy: 'ask_user',
    });
    dialog.answer({
      answers: [
        { id: '1', chosen: ['b'] },
        { id: '2', chosen: ['c', 'd'], other: 'e' },
        { id: '3', chosen: [], other: 'soon' },
      ],
    });
    await thread.host.settled();
    const [tool] = thread.host.items;
    assert.equal(
      tool?.kind === 'tool' && tool.text,
      'The user answered:\n- Which? b\n- What else? c; d; e\n- When? soon',
    );
  });

  it('The tool ask_user reports a missing answer, which is not an error', async () => {
    world.model.answer(ask).answer({ say: 'well' });
    const thread = await world.open();
    thread.send('ask');
    (await thread.host.dialog()).end({ outcome: 'cancelled' });
    await thread.host.settled();
    const [tool] = thread.host.items;
    assert.deepEqual(tool?.kind === 'tool' && [tool.state, tool.text], ['done', 'The user gave no answer.']);
  });

  it('The tool ask_user settles its question as aborted when the run stops', async () => {
    world.model.answer(ask).answer({ say: 'never' });
    const thread = await world.open();
    thread.send('ask');
    await thread.host.dialog();
    await thread.stop();
    await thread.host.settled();
    assert.deepEqual(thread.host.ended, ['aborted']);
  });
});

describe('questionnaires of extensions', () => {
  it('Questions of an extension get unique ids, texts, and free text where there are no options', async () => {
    const world = new PiWorld();
    world.extension(
      'sloppy',
      `pi.registerCommand('go', { handler: async (_a: string, ctx: any) => {
         ctx.ui.notify(JSON.stringify(await ctx.ui.questionnaire('None', [])));
         await ctx.ui.questionnaire('Some', ['Just words?', { id: 'x', text: 'X?', options: [1, 2] }, { id: 'x', text: 'Y?', options: ['y'] }]);
       } });`,
    );
    const thread = await world.open();
    thread.send('/go');
    const dialog = await thread.host.dialog();
    const { spec } = dialog;
    assert.deepEqual(spec.kind === 'questionnaire' && spec.questions, [
      { id: '1', text: 'Just words?', options: [], many: false, other: true },
      { id: 'x', text: 'X?', options: ['1', '2'], many: false, other: false },
      { id: "x'", text: 'Y?', options: ['y'], many: false, other: false },
    ]);
    assert.deepEqual(thread.host.toasts, ['info: []']);
    dialog.end({ outcome: 'cancelled' });
    await thread.host.called('m1 handled');
    await world.close();
  });
});
