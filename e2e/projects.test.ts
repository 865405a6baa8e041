import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { openStory } from './support/open-story.ts';
import { dropFile, waitForModel } from './support/stage.ts';

const list = (page: Page) => page.getByRole('dialog', { name: 'Projects' });

async function openList(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Projects', exact: true }).click();
  await list(page).getByRole('row').first().waitFor();
}

/** As a browser does with a tab behind another one. */
const hide = (page: Page, isHidden: boolean) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);

/** Chooses in the menu of a project, which is gone afterwards. */
async function choose(page: Page, name: string, action: string): Promise<void> {
  await list(page).getByRole('row', { name, exact: true }).getByRole('button').click();
  const item = page.getByRole('menuitem', { name: action });
  await item.click();
  await item.waitFor({ state: 'detached' });
}

test('projects are made, switched, renamed, copied, deleted, and one goes to another person as a file', async () => {
  const ada = await openStory({ hasViews: true });
  const { page } = ada;
  const hash = (await page.locator('[data-model]').getAttribute('data-model')) ?? '';
  const prompt = page.getByRole('textbox', { name: 'Prompt', exact: true });
  const name = page.getByRole('textbox', { name: 'Project name' });

  // 1. A new one leaves unsaved work where it is.
  await prompt.fill('on wet sand');
  await page.getByRole('button', { name: 'Save Project (Changes detected)' }).waitFor();
  await openList(page);
  await list(page).getByRole('button', { name: 'New project' }).click();
  await list(page).waitFor({ state: 'detached' });
  await page.locator('[data-model=""]').waitFor();
  await expect.poll(() => name.inputValue()).toBe('New project');
  await expect.poll(() => prompt.inputValue()).toBe('');
  // Nothing to use a tool on, by hand or by its key.
  expect(await page.getByRole('button', { name: 'View helper' }).isDisabled()).toBe(true);
  await page.getByRole('application').press('v');
  expect(await page.getByRole('region', { name: 'View helper' }).count()).toBe(0);
  await openList(page);
  await page.getByText('Unsaved changes').waitFor();

  // 2. Back by keyboard: it is as it was left.
  await list(page).getByRole('textbox', { name: 'Search projects' }).fill('ARIA');
  await list(page).getByRole('row', { name: 'New project' }).waitFor({ state: 'detached' });
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await list(page).waitFor({ state: 'detached' });
  await waitForModel(page, hash);
  await expect.poll(() => prompt.inputValue()).toBe('on wet sand');
  await page.getByRole('button', { name: 'Save Project (Changes detected)' }).waitFor();

  // 3. Renamed, and copied with the unsaved work.
  await openList(page);
  await choose(page, 'Aria headphones', 'Rename');
  const rename = page.getByRole('dialog', { name: 'Rename project' });
  await rename.getByRole('textbox').fill('Studio headphones');
  await page.keyboard.press('Enter');
  await rename.waitFor({ state: 'detached' });
  await choose(page, 'Studio headphones', 'Duplicate');
  await list(page).getByRole('row', { name: 'Studio headphones (copy)', exact: true }).waitFor();

  // 4. Exported.
  const downloading = page.waitForEvent('download');
  await choose(page, 'Studio headphones (copy)', 'Export');
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('Studio headphones (copy).vitrine.zip');
  const file = await readFile(await download.path());
  await page.getByRole('dialog', { name: 'Export Studio headphones (copy)' }).waitFor({ state: 'detached' });

  // 5. Deleted after a question; the open one gives way, in another tab as well.
  const tab = await ada.context.newPage();
  tab.on('pageerror', (error) => ada.errors.push(error.message));
  await tab.goto(ada.url);
  const tabName = tab.getByRole('textbox', { name: 'Project name' });
  await expect.poll(() => tabName.inputValue()).toBe('Studio headphones');
  await hide(tab, true);
  const question = page.getByRole('alertdialog', { name: /^Delete / });
  await choose(page, 'New project', 'Delete');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  await choose(page, 'Studio headphones', 'Delete');
  await question.getByRole('button', { name: 'Yes, delete' }).click();
  await list(page)
    .getByRole('row', { name: 'Studio headphones', exact: true })
    .waitFor({ state: 'detached' });
  await list(page).getByRole('row').nth(2).waitFor({ state: 'detached' });
  await expect.poll(() => tabName.inputValue()).toBe('Studio headphones (copy)');
  await page.keyboard.press('Escape');
  await list(page).waitFor({ state: 'detached' });
  await expect.poll(() => name.inputValue()).toBe('Studio headphones (copy)');
  // Nobody looked at it meanwhile: it is still said.
  await hide(tab, false);
  await tab.getByText('This project was deleted in another tab or on another device.').waitFor();
  await expect.poll(() => tabName.inputValue()).toBe('Studio headphones (copy)');
  await tab.getByRole('textbox', { name: 'Prompt', exact: true }).fill('on moss');
  await tab.getByText('Saved on this device').waitFor();
  await expect.poll(() => prompt.inputValue()).toBe('on moss');
  await tab.getByRole('textbox', { name: 'Prompt', exact: true }).fill('on wet sand');
  await tab.getByText('Saved on this device').waitFor();
  expect(ada.errors).toEqual([]);
  await ada.close();

  // 6. Dropped on another person's page, it is the same project there.
  const ben = await openStory({ isEmpty: true });
  await dropFile(ben.page, 'project.zip', file);
  await ben.page.getByText('Studio headphones (copy) was imported.').waitFor();
  await waitForModel(ben.page, hash);
  const theirs = ben.page.getByRole('textbox', { name: 'Prompt', exact: true });
  await expect.poll(() => theirs.inputValue()).toBe('on wet sand');
  await ben.page.getByText('Walnut cup').first().waitFor();
  expect(ben.errors).toEqual([]);
  await ben.close();
});
