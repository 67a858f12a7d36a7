import { strict as assert } from 'node:assert';
import type { Locator } from 'playwright-core';
import { Chat } from '../driver/chat';
import { openToSide } from '../driver/panels';
import { screenshot } from '../driver/screenshots';
import { standard } from '../driver/standard';
import { themeNames } from '../driver/themes';
import { newThread, untilThreadChanges, untilThreadIsEmpty } from '../driver/threads';
import { useWorkbench } from '../driver/useWorkbench';
import { until } from '../driver/until';

describe('Titles of chats', () => {
  const workbench = useWorkbench({ ...standard, settings: { 'workbench.colorTheme': themeNames.light } });
  const view = () => new Chat(workbench().page, 'view');
  const side = (nth = 0) => new Chat(workbench().page, nth);
  const tab = (title: string) => workbench().page.getByRole('tab', { name: title });
  const viewTitle = () => workbench().page.locator('.part.auxiliarybar > .title');
  /** VS Code hides the heading while the icons of the side bar are in its title. */
  const viewIsTitled = (title: string) =>
    viewTitle().locator('h2', { hasText: title }).waitFor({ state: 'attached' });
  const action = (bar: Locator, label: string) => bar.getByRole('button', { name: label, exact: true });

  it('The titles of a tab and of the side bar are those of their threads', async () => {
    const { page } = workbench();
    await viewIsTitled('New Thread');
    await openToSide(page);
    await side().send('count to 3');
    await tab('count to 3').waitFor();
    await viewIsTitled('count to 3');
    await side().idle();
    await screenshot(page, 'titles-1-thread');
  });

  it('Title actions of the side bar act on the side bar although a tab was used last', async () => {
    const { page } = workbench();
    await openToSide(page);
    await side().send('count to 3');
    await side().idle();
    await side().composer.click();
    await untilThreadChanges(view(), () => action(viewTitle(), 'New Thread').click());
    await untilThreadIsEmpty(view());
    assert.deepEqual(await side().bubbles.allInnerTexts(), ['count to 3']);
    await viewIsTitled('New Thread');
  });

  it('Title actions of the active tab act on that tab', async () => {
    const { page } = workbench();
    await openToSide(page);
    await side().send('count to 3');
    await side().idle();
    await newThread(view());
    await view().send('count to 4');
    await view().idle();
    await action(viewTitle(), 'Open Chat to the Side').click();
    await until(page, 'a second tab', async () => (await side(1).bubbles.count()) === 1);
    await side(1).composer.click();
    await tab('count to 3').click();
    const group = page.locator('.editor-group-container.active');
    await group.and(page.locator('*', { has: tab('count to 3') })).waitFor();
    await screenshot(page, 'titles-2-tabs');
    await action(group, 'New Thread').click();
    await until(page, 'an empty thread in the first tab', async () => (await side(0).bubbles.count()) === 0);
    assert.deepEqual(await side(1).bubbles.allInnerTexts(), ['count to 4']);
    assert.deepEqual(await view().bubbles.allInnerTexts(), ['count to 4']);
    await action(group, 'More Actions...').click();
    await page.getByRole('menuitem', { name: 'Choose Model' }).waitFor();
    await screenshot(page, 'titles-3-menu');
    await page.keyboard.press('Escape');
  });
});
