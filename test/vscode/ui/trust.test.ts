import { strict as assert } from 'node:assert';
import { Chat } from '../driver/chat';
import { openView } from '../driver/panels';
import { screenshot } from '../driver/pictures';
import { useWorkbench } from '../driver/useWorkbench';

/** Code of the workspace, which must not run before the workspace is trusted. */
const files = {
  '.pi/extensions/project.ts': `
export default function (pi) {
  pi.registerCommand('project', {
    description: 'Of the workspace',
    handler: async (_args, ctx) => ctx.ui.notify('The project speaks'),
  });
}
`,
};

describe('a workspace that is not trusted', () => {
  const workbench = useWorkbench({ trust: false, files });

  it('runs none of its own code, and chats all the same', async () => {
    const { page } = workbench();
    await openView(page);
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

describe('a workspace that is trusted', () => {
  const workbench = useWorkbench({ trust: true, files });

  it('runs its own code', async () => {
    await openView(workbench().page);
    const chat = new Chat(workbench().page);
    await chat.send('/project');
    await chat.frame.getByText('The project speaks').first().waitFor();
  });
});
