import type { Locator } from 'playwright';
import { expect, test } from 'vitest';
import { openStory } from './support/open-story.ts';

/** What somebody meets who has the page for the first time, and has not read a word about it. */

const hasFocus = (element: Locator) =>
  expect.poll(() => element.evaluate((it) => it === document.activeElement)).toBe(true);

test('by keyboard: what the menu under one’s initials opens gives the focus back to it, also the first time', async () => {
  const { page, errors, close } = await openStory({ isEmpty: true });
  const menu = page.getByRole('button', { name: 'Account', exact: true });
  for (const item of ['My Profile', 'About', 'Settings', 'Help']) {
    await menu.press('Enter');
    await page.getByRole('menuitem', { name: item }).press('Enter');
    await page.getByRole('dialog').getByRole('heading', { level: 2 }).first().waitFor();
    // The window itself has come, not what stands in for it.
    await page.getByRole('dialog').getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await hasFocus(menu);
  }
  expect(errors).toEqual([]);
  await close();
});
