import { strict as assert } from 'node:assert';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ServerHold } from '../../model-server/modelServer';
import { Chat } from '../driver/chat';
import { ensoLog } from '../driver/hostLog';
import { dismissQuickInput, quickRow } from '../driver/palette';
import { ownModel, server } from '../driver/ownModel';
import { openToSide } from '../driver/panels';
import { pasteImage } from '../driver/pasting';
import { screenshot } from '../driver/screenshots';
import { useWorkbench } from '../driver/useWorkbench';
import { until } from '../driver/until';

const errorPage = `<!DOCTYPE html><html><head><title>Down</title></head>${'<p>Ray 12</p>'.repeat(3000)}`;
describe('A model of the user', () => {
  const workbench = useWorkbench(ownModel);
  const view = () => new Chat(workbench().page, 'view');
  const side = () => new Chat(workbench().page, 0);
  const says = (text: string) => view().frame.getByText(text).last().waitFor();

  it('A model receives an image with the text of a message', async () => {
    server.answer({ say: 'A black square.' });
    await pasteImage(view().composer, 'dot.png');
    await view().image('dot.png').waitFor();
    await view().send('what is this?');
    await view().answers.filter({ hasText: 'A black square.' }).waitFor();
    await view().idle();
    assert.match(JSON.stringify(server.requests.at(-1)), /image_url/);
  });

  it('A rejected API key is reported in one line, which leads to the key', async () => {
    server.answer({ status: 401, body: '{"error":{"message":"Incorrect API key provided: sk-abc***xyz"}}' });
    await view().send('one');
    await says('The provider rejected the API key (HTTP 401).');
    await view().idle();
    await view().button('Set API Key').last().click();
    await quickRow(workbench().page, 'Anthropic').waitFor();
    await dismissQuickInput(workbench().page);
  });

  it('A failed request is retried after a countdown, which a stop ends', async () => {
    const trouble = { status: 520, body: errorPage, type: 'text/html' };
    server.answer(trouble).answer({ say: 'better now' });
    await view().send('two');
    await says('Retrying in');
    await screenshot(workbench().page, 'failures-1-retry');
    await view().answers.filter({ hasText: 'better now' }).waitFor();
    await view().idle();
    server.answer(trouble);
    await view().send('three');
    await says('Retrying in');
    await view().composer.press('Escape');
    await view().idle();
  });

  it('A request that never gets an answer can be stopped, and the model can be asked again', async () => {
    const hold = new ServerHold();
    server.answer({ hold }).answer({ say: 'here I am' });
    await view().send('four');
    await hold.reached;
    await view().button('Stop').click();
    await hold.closed;
    await view().idle();
    await view().send('five');
    await view().answers.filter({ hasText: 'here I am' }).waitFor();
    await view().idle();
  });

  it('A conversation that is too long for the model is submitted a few times at most, and the panel offers to compact it', async () => {
    const before = server.requests.length;
    await view().send('fail with 400 maximum context length exceeded');
    await says('The conversation is too long for this model');
    await view().idle();
    assert.ok(server.requests.length - before <= 4);
    await view().button('Compact Conversation').last().waitFor();
  });

  it('A steering message is delivered first, and both panels show how queued prompts are edited, moved and removed', async () => {
    const { page: window } = workbench();
    await openToSide(window);
    await side().composer.waitFor();
    const hold = new ServerHold();
    server.answer({ hold }, { say: 'seven is done' });
    await view().send('seven');
    await hold.reached;
    for (const text of ['eight', 'nine', 'ten', 'eleven']) {
      await view().send(text);
      await side().queued.filter({ hasText: text }).waitFor();
    }
    await side().queued.filter({ hasText: 'ten' }).hover();
    await side().queued.filter({ hasText: 'ten' }).getByRole('button', { name: 'Move Up' }).click();
    await side().queued.filter({ hasText: 'nine' }).getByRole('button', { name: 'Edit' }).click();
    await side().frame.getByRole('textbox', { name: 'Queued message' }).fill('nine, better');
    await side().frame.getByRole('textbox', { name: 'Queued message' }).press('Enter');
    await side()
      .queued.filter({ hasText: 'eleven' })
      .getByRole('button', { name: 'Remove from Queue' })
      .click();
    await view().composer.click();
    await window.keyboard.type('quick');
    await window.keyboard.press('Control+Enter');
    const shown = async (chat: Chat) => (await chat.queued.allInnerTexts()).map((row) => row.split('\n')[0]);
    await until(window, 'the changed queue in both panels', async () => {
      const rows = [await shown(view()), await shown(side())].map((each) => each.join());
      return rows.every((row) => row === 'quick,eight,ten,nine, better');
    });
    await screenshot(window, 'failures-2-queue');
    for (const text of ['quick', 'eight', 'ten', 'nine, better']) server.answer({ say: `${text} is done` });
    hold.release();
    await view().answers.filter({ hasText: 'nine, better is done' }).waitFor();
    await view().idle();
    const last = await view().bubbles.allInnerTexts();
    assert.deepEqual(last, ['seven', 'quick', 'eight', 'ten', 'nine, better']);
    assert.deepEqual(await side().bubbles.allInnerTexts(), last);
  });

  it('A failure pauses the queue until the user resumes it; the log and the session file contain no error page and no key', async () => {
    const hold = new ServerHold();
    server.answer({ hold }, 'hang up').answer('hang up');
    await view().send('twelve');
    await hold.reached;
    await view().send('thirteen');
    await view().queued.first().waitFor();
    hold.release();
    await says('Queue paused');
    await view().queued.filter({ hasText: 'thirteen' }).waitFor();
    await screenshot(workbench().page, 'failures-3-held');
    server.answer({ say: 'thirteen is done' });
    await view().button('Resume Queue').click();
    await view().answers.filter({ hasText: 'thirteen is done' }).waitFor();
    await view().idle();
    const log = ensoLog(workbench().server.dataFolder);
    for (const told of [
      'runtime loaded',
      ': started',
      'submitted to run',
      'first text after',
      'queued',
      'stopped',
      'settled',
      ': ended',
    ])
      assert.match(log, new RegExp(told));
    assert.doesNotMatch(log, /twelve|thirteen|Ray 12|secret-of|sk-abc/);
    const sessions = join(workbench().home, '.pi', 'agent', 'sessions');
    const kept = readdirSync(sessions, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => readFileSync(join(sessions, name), 'utf8'))
      .join('\n');
    assert.match(kept, /thirteen/);
    assert.doesNotMatch(kept, /Ray 12|secret-of|sk-abc/);
  });
});
