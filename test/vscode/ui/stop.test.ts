import { strict as assert } from 'node:assert';
import { Chat } from '../driver/chat';
import { runCommand } from '../driver/palette';
import { openView } from '../driver/panels';
import { screenshot } from '../driver/pictures';
import { useWorkbench } from '../driver/use';
import { until } from '../driver/wait';

describe('a stop from the command palette', () => {
  const workbench = useWorkbench();
  const chat = () => new Chat(workbench().page);

  it('ends the run in the middle of its answer', async () => {
    const { page } = workbench();
    await openView(page);
    await chat().send('count to 2000');
    await chat().answers.filter({ hasText: '20' }).waitFor();
    await chat().send('list the files');
    await chat().queued.filter({ hasText: 'list the files' }).waitFor();
    await screenshot(page, 'stop-1-running');
    await runCommand(page, 'Enso: Stop');
    await chat().idle();
    const answer = (await chat().answers.allInnerTexts()).join('\n');
    assert.doesNotMatch(answer, /\b2000\b/);
  });

  it('hands what was queued back to the composer', async () => {
    const { page } = workbench();
    await until(page, 'the queued prompt in the composer', async () => {
      return (await chat().composer.inputValue()) === 'list the files';
    });
    assert.equal(await chat().queued.count(), 0);
    assert.equal(await chat().bubbles.filter({ hasText: 'list the files' }).count(), 0);
    await screenshot(page, 'stop-2-restored');
  });

  it('leaves a thread that goes on', async () => {
    await chat().composer.press('Enter');
    await chat().answers.filter({ hasText: 'README.md' }).waitFor();
    await chat().idle();
  });
});
