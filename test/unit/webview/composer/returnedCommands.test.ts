import { strict as assert } from 'node:assert';
import { ReturnedCommands } from '../../../../src/webview/composer/returnedCommands';
import { StopWorld } from '../../../fixtures/core/stopWorld';

describe('Returned commands:', () => {
  const image = { mimeType: 'image/png', data: 'AA==' };
  const returned = (...texts: string[]): ReturnedCommands => {
    const commands = new ReturnedCommands();
    commands.add({ id: 'h', prompts: texts.map((text) => ({ text, images: [] })) });
    return commands;
  };
  const texts = (commands: ReturnedCommands, text: string): string[] =>
    commands.split({ text, images: [] }).map((part) => part.text);

  it('returned commands are sent separately from the text around them, in the order of the text', () => {
    const commands = returned('now', '/compact', 'later', '!ls -l');
    assert.deepEqual(texts(commands, 'typed\n\nnow\n\n/compact\n\nlater\n\n!ls -l'), [
      'typed\n\nnow',
      '/compact',
      'later',
      '!ls -l',
    ]);
  });

  it('text that only begins like a command is sent as text', () => {
    assert.deepEqual(
      texts(returned('/etc/hosts looks wrong', 'and so on'), '/etc/hosts looks wrong\n\nand so on'),
      ['/etc/hosts looks wrong\n\nand so on'],
    );
    assert.deepEqual(texts(returned('/compact', 'later'), '/compaction is odd\n\nlater'), [
      '/compaction is odd\n\nlater',
    ]);
  });

  it('images are sent with the first text', () => {
    const parts = returned('/compact', 'look').split({ text: '/compact\n\nlook', images: [image] });
    assert.deepEqual(
      parts.map(({ text, images }) => [text, images.length]),
      [
        ['/compact', 0],
        ['look', 1],
      ],
    );
  });

  it('Enter after a stop of /compact with a queued message runs /compact as a command again', async () => {
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
