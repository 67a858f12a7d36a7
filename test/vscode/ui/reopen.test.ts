import { strict as assert } from 'node:assert';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { SessionManager } from '@earendil-works/pi-coding-agent';
import { Chat } from '../driver/chat';
import { openView } from '../driver/panels';
import { screenshot } from '../driver/pictures';
import { useWorkbench } from '../driver/useWorkbench';

describe('a window that is closed and opened again', () => {
  const workbench = useWorkbench();

  it('shows the thread and its transcript', async () => {
    await openView(workbench().page);
    const before = new Chat(workbench().page);
    await before.send('read notes.txt');
    await before.answers.filter({ hasText: 'say goodbye, too' }).waitFor();
    await before.idle();

    const page = await workbench().reopen();
    const after = new Chat(page);
    await after.bubbles.filter({ hasText: 'read notes.txt' }).waitFor();
    await after.answers.filter({ hasText: 'say goodbye, too' }).waitFor();
    await after.tool('notes.txt').waitFor();
    assert.equal(await after.composer.inputValue(), '');
    await screenshot(page, 'reopen-1-transcript');
  });

  it('leaves a session file of pi in the place where pi looks for it', () => {
    const sessions = join(workbench().home, '.pi', 'agent', 'sessions');
    const files = readdirSync(sessions, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.jsonl'),
    );
    assert.equal(files.length, 1);
    const session = SessionManager.open(join(sessions, files[0] ?? ''));
    const roles = session
      .getBranch()
      .flatMap((entry) => (entry.type === 'message' ? [entry.message.role] : []));
    assert.deepEqual(
      roles.filter((role) => role !== 'system'),
      ['user', 'assistant', 'toolResult', 'assistant'],
    );
    assert.equal(session.getCwd(), workbench().folder);
  });

  it('goes on with the thread', async () => {
    const chat = new Chat(workbench().page);
    await chat.send('list the files');
    await chat.answers.filter({ hasText: 'README.md' }).waitFor();
    await chat.idle();
    assert.equal(await chat.bubbles.count(), 2);
  });

  it('is told what pi has added in a terminal meanwhile, and goes on from there', async () => {
    const sessions = join(workbench().home, '.pi', 'agent', 'sessions');
    const [name = ''] = readdirSync(sessions, { recursive: true, encoding: 'utf8' }).filter((each) =>
      each.endsWith('.jsonl'),
    );
    SessionManager.open(join(sessions, name)).appendMessage({
      role: 'user',
      content: [{ type: 'text', text: 'said in the terminal' }],
      timestamp: 1,
    });
    const chat = new Chat(workbench().page);
    await chat.send('count to 3');
    await chat.answers.filter({ hasText: '1 2 3' }).waitFor();
    await chat.idle();
    await chat.frame.getByText('This thread was continued in another program').waitFor();
    assert.deepEqual((await chat.bubbles.allInnerTexts()).slice(-2), ['said in the terminal', 'count to 3']);
    await screenshot(workbench().page, 'reopen-2-elsewhere');
  });
});
