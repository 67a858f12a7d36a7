import { strict as assert } from 'node:assert';
import { ReturnedCommands } from '../../../../src/webview/composer/returnedCommands';
import { StopWorld } from '../../../fixtures/core/stopWorld';

describe('Commands that come back to the composer', () => {
  const image = { mimeType: 'image/png', data: 'AA==' };
  const returned = (...texts: string[]): ReturnedCommands => {
    const commands = new ReturnedCommands();
    commands.add({ id: 'h', prompts: texts.map((text) => ({ text, images: [] })) });
    return commands;
  };
  const texts = (commands: ReturnedCommands, text: string): string[] =>
    commands.split({ text, images: [] }).map((part) => part.text);

  it('are sent apart from the words around them, in the order of the text', () => {
    const commands = returned('now', '/compact', 'later', '!ls -l');
    assert.deepEqual(texts(commands, 'typed\n\nnow\n\n/compact\n\nlater\n\n!ls -l'), [
      'typed\n\nnow',
      '/compact',
      'later',
      '!ls -l',
    ]);
  });

  it('leave words alone that merely begin like a command', () => {
    assert.deepEqual(
      texts(returned('/etc/hosts looks wrong', 'and so on'), '/etc/hosts looks wrong\n\nand so on'),
      ['/etc/hosts looks wrong\n\nand so on'],
    );
    assert.deepEqual(texts(returned('/compact', 'later'), '/compaction is odd\n\nlater'), [
      '/compaction is odd\n\nlater',
    ]);
  });

  it('keep images with the first words', () => {
    const parts = returned('/compact', 'look').split({ text: '/compact\n\nlook', images: [image] });
    assert.deepEqual(
      parts.map(({ text, images }) => [text, images.length]),
      [
        ['/compact', 0],
        ['look', 1],
      ],
    );
  });

  it('run as commands again when a stop of /compact with a message behind it is followed by Enter', async () => {
    const { world, panel } = await StopWorld.open();
    await panel.send('/compact');
    await panel.send('hello');
    await panel.panel.stop();
    world.runtime.handle();
    await world.settle();
    assert.equal(panel.panel.draft.text, '/compact\n\nhello');
    panel.panel.send('enqueue');
    await world.settle();
    assert.equal(world.runtime.asked[0]?.prompt.text, '/compact');
    assert.deepEqual(panel.queue, ['hello']);
    assert.equal(panel.panel.draft.text, '');
  });
});
