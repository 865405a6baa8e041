import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listViolations } from './support/list-violations.ts';
import { openStory, type Story } from './support/open-story.ts';

/** What is under the page goes: its storage is cleared, or another tab got a newer version of it. */

let story: Story;
beforeAll(async () => {
  story = await openStory({ isEmpty: true });
});
afterAll(() => story?.close());

const prompt = () => story.page.getByRole('textbox', { name: 'Prompt', exact: true });
const dialog = () => story.page.getByRole('alertdialog', { name: 'A newer version is open' });

/** As the newer version does it: it waits for the old tab to let go. @returns The prompt that is on the device. */
function openNewer(tab: Page): Promise<string> {
  return tab.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const request = indexedDB.open('vitrine', 10_000);
        request.onerror = () => reject(request.error);
        request.onsuccess = () => {
          const rows = request.result.transaction('projects').objectStore('projects').getAll();
          rows.onsuccess = () => resolve(rows.result[0].settings.positive_prompt);
        };
      }),
  );
}

test('a storage that is cleared under the page gets the open project back', async () => {
  const { page, context, url } = story;
  await prompt().fill('only here');
  await page.getByText('Saved on this device').waitFor();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Storage.clearDataForOrigin', { origin: new URL(url).origin, storageTypes: 'indexeddb' });
  await page.getByText('This browser’s storage was cleared while the page was open.').waitFor();
  await page.reload();
  await expect.poll(() => prompt().inputValue()).toBe('only here');
  expect(story.errors).toEqual([]);
});

test('what is typed in the moment of a reload is there behind it', async () => {
  const { page } = story;
  for (const text of ['one', 'two', 'three', 'four', 'five']) {
    await prompt().fill(`typed and gone, ${text}`);
    await page.reload();
    await expect.poll(() => prompt().inputValue()).toBe(`typed and gone, ${text}`);
  }
  expect(story.errors).toEqual([]);
});

test('an old tab keeps its last edit, says that there is a newer version, and takes no other edit', async () => {
  const { page, url } = story;
  const tab = await story.context.newPage();
  // Of the same origin, and nothing of the page itself runs in it.
  await tab.goto(`${url}api/health`);
  await prompt().fill('the last word');
  expect(await openNewer(tab)).toBe('the last word');
  await dialog().getByText('What you did here is kept; reload to go on.', { exact: false }).waitFor();
  expect(await listViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  expect(await dialog().isVisible()).toBe(true);

  // 1. This server has no newer one: it says so again, and touches nothing.
  await dialog().getByRole('button', { name: 'Reload' }).click();
  await dialog().waitFor();
  expect(await openNewer(tab)).toBe('the last word');
  expect(story.errors).toEqual([]);
});
