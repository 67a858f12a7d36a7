import { strict as assert } from 'node:assert';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SessionManager } from '@earendil-works/pi-coding-agent';
import { Chat } from '../driver/chat';
import { screenshot } from '../driver/screenshots';
import { standard } from '../driver/standard';
import { useWorkbench } from '../driver/useWorkbench';

describe('A window that is closed and opened again', () => {
  const workbench = useWorkbench(standard);

  /** Returns the session file in pi's folder that contains a text. */
  function sessionFile(text: string): string {
    const sessions = join(workbench().home, '.pi', 'agent', 'sessions');
    const files = readdirSync(sessions, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => join(sessions, name))
      .filter((path) => readFileSync(path, 'utf8').includes(text));
    assert.equal(files.length, 1);
    return files[0] ?? '';
  }

  it('A window that is opened again shows its thread, which pi can open too, and continues after messages that another program has added', async () => {
    const before = new Chat(workbench().page);
    await before.send('read notes.txt and reopen');
    await before.answers.filter({ hasText: 'say goodbye, too' }).waitFor();
    await before.idle();
    // A reload saves which thread the view shows. Closing the page may not.
    await workbench().reload();
    await before.bubbles.filter({ hasText: 'read notes.txt and reopen' }).waitFor();

    const page = await workbench().reopen();
    const chat = new Chat(page);
    await chat.bubbles.filter({ hasText: 'read notes.txt and reopen' }).waitFor();
    await chat.answers.filter({ hasText: 'say goodbye, too' }).waitFor();
    await chat.tool('notes.txt').waitFor();
    assert.equal(await chat.composer.inputValue(), '');
    await screenshot(page, 'reopen-1-transcript');

    const file = sessionFile('read notes.txt and reopen');
    const session = SessionManager.open(file);
    const roles = session
      .getBranch()
      .flatMap((entry) => (entry.type === 'message' ? [entry.message.role] : []));
    assert.deepEqual(
      roles.filter((role) => role !== 'system'),
      ['user', 'assistant', 'toolResult', 'assistant'],
    );
    assert.equal(session.getCwd(), workbench().folder);

    await chat.send('list the files');
    await chat.answers.filter({ hasText: 'README.md' }).waitFor();
    await chat.idle();
    assert.equal(await chat.bubbles.count(), 2);

    SessionManager.open(file).appendMessage({
      role: 'user',
      content: [{ type: 'text', text: 'said in the terminal' }],
      timestamp: 1,
    });
    await chat.send('count to 3');
    await chat.answers.filter({ hasText: '1 2 3' }).waitFor();
    await chat.idle();
    await chat.frame.getByText('This thread was continued in another program').waitFor();
    assert.deepEqual((await chat.bubbles.allInnerTexts()).slice(-2), ['said in the terminal', 'count to 3']);
    await screenshot(page, 'reopen-2-elsewhere');
  });
});
