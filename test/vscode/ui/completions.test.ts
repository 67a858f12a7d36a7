import { strict as assert } from 'node:assert';
import { Chat } from '../driver/chat';
import { openView } from '../driver/panels';
import { screenshot } from '../driver/pictures';
import { useWorkbench } from '../driver/useWorkbench';
import { until } from '../driver/wait';

/** Knows three issues, and a command that knows what may follow it. */
const issues = `
export default function (pi) {
  const all = [['#12', 'Follow test is flaky'], ['#123', 'Colours in status'], ['#7', 'An old one']];
  pi.on('session_start', (_event, ctx) => {
    ctx.ui.addAutocompleteProvider((current) => ({
      async getSuggestions(lines, line, col, options) {
        const typed = /(?:^|\\s)(#\\d*)$/.exec(lines[line].slice(0, col));
        if (!typed) return current.getSuggestions(lines, line, col, options);
        const items = all.filter(([number]) => number.startsWith(typed[1]));
        return { prefix: typed[1], items: items.map(([value, description]) => ({ value, label: value, description })) };
      },
      applyCompletion: (...given) => current.applyCompletion(...given),
    }));
  });
  pi.registerCommand('deploy', {
    description: 'Deploys',
    getArgumentCompletions: (typed) => ['dev', 'prod'].filter((name) => name.startsWith(typed)).map((value) => ({ value, label: value })),
    handler: async (args, ctx) => ctx.ui.notify('Deployed to ' + args),
  });
}
`;

describe('suggestions of a pi extension', () => {
  const workbench = useWorkbench({ home: { '.pi/agent/extensions/issues.ts': issues } });
  const chat = () => new Chat(workbench().page);
  const marked = (label: string) =>
    chat().frame.locator('.suggestion-row.marked', {
      has: workbench().page.getByText(label, { exact: true }),
    });
  const holds = (text: string) =>
    until(workbench().page, `“${text}”`, async () => (await chat().composer.inputValue()) === text);

  it('are walked by the arrows and taken by Enter where the caret is', async () => {
    const { page } = workbench();
    await openView(page);
    await chat().send('hello');
    await chat().answers.first().waitFor();
    await chat().idle();
    await chat().composer.click();
    await page.keyboard.type('look at #1');
    await marked('#12').waitFor();
    await screenshot(page, 'completions-1-issues');
    await page.keyboard.press('ArrowDown');
    await marked('#123').waitFor();
    await page.keyboard.press('Enter');
    await holds('look at #123');
    await page.keyboard.type(' now');
    await holds('look at #123 now');
    assert.equal(await chat().bubbles.count(), 1);
    await chat().composer.fill('');
  });

  it('go with Escape, which stops nothing and leaves the text', async () => {
    const { page } = workbench();
    await chat().composer.click();
    await page.keyboard.type('#7');
    await marked('#7').waitFor();
    await page.keyboard.press('Escape');
    await chat().frame.locator('.suggestion-list').waitFor({ state: 'detached' });
    await holds('#7');
    await chat().composer.fill('');
  });

  it('follow a command, and what is typed out runs with Enter', async () => {
    const { page } = workbench();
    await chat().composer.click();
    await page.keyboard.type('/deplo');
    await marked('/deploy').waitFor();
    await page.keyboard.press('Enter');
    await marked('dev').waitFor();
    await page.keyboard.press('ArrowDown');
    await marked('prod').waitFor();
    await screenshot(page, 'completions-2-arguments');
    await page.keyboard.press('Enter');
    await holds('/deploy prod');
    await page.keyboard.press('Enter');
    await chat().frame.getByText('Deployed to prod').first().waitFor();
  });
});
