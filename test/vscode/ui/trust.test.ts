import { strict as assert } from 'node:assert';
import { Chat } from '../driver/chat';
import { screenshot } from '../driver/screenshots';
import { standard } from '../driver/standard';
import { useWorkbench } from '../driver/useWorkbench';

describe('A workspace that is not trusted', () => {
  const workbench = useWorkbench({ ...standard, trust: false });

  it('A workspace that is not trusted runs no extension of its own, and pi answers', async () => {
    const { page } = workbench();
    const chat = new Chat(page);
    await chat.send('read notes.txt');
    await chat.answers.filter({ hasText: 'say goodbye, too' }).waitFor();
    await chat.idle();
    await chat.send('/project');
    await chat.frame.getByText('/project').first().waitFor();
    assert.equal(await chat.frame.getByText('The project speaks').count(), 0);
    await screenshot(page, 'trust-restricted');
  });
});

describe('A workspace that is trusted', () => {
  const workbench = useWorkbench(standard);

  it('A trusted workspace runs its own extensions', async () => {
    const chat = new Chat(workbench().page);
    await chat.send('/project');
    await chat.frame.getByText('The project speaks').first().waitFor();
  });
});
