// Performs the main scenario in a headless browser: npm start -- --demo
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Chat } from './driver/chat';
import { Narrator } from './driver/narrator';
import { pickRow, quickRow, runCommand } from './driver/palette';
import { openToSide, openView, panelFrame } from './driver/panels';
import { until } from './driver/until';
import { startWorkbench, type Workbench } from './driver/workbench';

const folder = join('.vscode-test', 'demo');
const print = (line: string) => {
  console.log(line);
};

class Demo {
  private screenshots = 0;
  private narrator: Narrator | undefined;
  private readonly view: Chat;
  private readonly side: Chat;

  constructor(private readonly workbench: Workbench) {
    this.view = new Chat(workbench.page, 'view');
    this.side = new Chat(workbench.page, 0);
  }

  async play(): Promise<void> {
    const { page } = this.workbench;
    print('\nThe chat opens in the side bar; the composer can be used at once.');
    await openView(page);
    await this.view.composer.waitFor();
    await this.screenshot('open');
    this.narrator = new Narrator(await panelFrame(page, 'view'), print);
    try {
      await this.chat();
      await this.stop();
      await this.ask();
      await this.beside();
    } finally {
      await this.narrator.stop();
    }
  }

  private async chat(): Promise<void> {
    print('\nA prompt, its answer, and the tools that ran:');
    await this.view.send('list the files');
    await this.view.answers.filter({ hasText: 'notes.txt' }).waitFor();
    await this.view.idle();
    await this.view.tool('ls -1 -p').getByRole('button').first().click();
    await this.screenshot('answered');
    await this.view.send('add a line "buy milk" to notes.txt');
    await this.view.answers.filter({ hasText: 'Added the line to notes.txt' }).waitFor();
    await this.view.idle();
    await this.screenshot('edited');
  }

  private async stop(): Promise<void> {
    const { page } = this.workbench;
    print('\nEnso: Stop ends a long answer; what was queued behind it is back in the composer:');
    await this.view.send('count to 2000');
    await this.view.answers.filter({ hasText: '20' }).last().waitFor();
    await this.view.send('read README.md');
    await this.view.queued.filter({ hasText: 'read README.md' }).waitFor();
    await this.screenshot('queued');
    await runCommand(page, 'Enso: Stop');
    await this.view.idle();
    await until(page, 'the queued prompt in the composer', async () => {
      return (await this.view.composer.inputValue()) === 'read README.md';
    });
    await this.screenshot('stopped');
    print('          │ In the composer: read README.md');
    await this.view.composer.fill('');
  }

  private async ask(): Promise<void> {
    const { page } = this.workbench;
    print('\nA question is a card, and a QuickPick for the keyboard:');
    await this.view.send('ask me something');
    await this.view.card('Which way shall I go?').waitFor();
    await this.screenshot('question');
    await runCommand(page, 'Enso: Answer Question');
    await quickRow(page, 'Right').waitFor();
    await this.screenshot('quick-pick');
    await pickRow(page, 'Right');
    await this.view.settled('Which way shall I go?').waitFor();
    await this.view.idle();
    await this.screenshot('question-answered');
  }

  private async beside(): Promise<void> {
    const { page } = this.workbench;
    print('\nA second panel beside the code shows the same thread; a question is a card in both:');
    await openToSide(page);
    await this.side.send('ask me to confirm');
    await this.view.card('Shall I continue?').waitFor();
    await this.side.card('Shall I continue?').waitFor();
    await this.screenshot('two-panels');
    await this.side.armedCard('Shall I continue?').getByRole('button', { name: 'Yes', exact: true }).click();
    await this.view.settled('Shall I continue?').waitFor();
    await this.side.settled('Shall I continue?').waitFor();
    await this.view.idle();
    await this.screenshot('two-panels-answered');
  }

  private async screenshot(name: string): Promise<void> {
    await this.narrator?.catchUp();
    this.screenshots += 1;
    const file = join(folder, `${String(this.screenshots).padStart(2, '0')}-${name}.png`);
    await this.workbench.page.screenshot({ path: file });
    print(`  image │ ${file}`);
  }
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const workbench = await startWorkbench();
try {
  await new Demo(workbench).play();
} catch (error) {
  await workbench.page.screenshot({ path: join(folder, 'failed.png') });
  throw error;
} finally {
  await workbench.close();
}
print('\nThat was all of it.');
