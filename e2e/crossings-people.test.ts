import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBoxes } from '../tests/support/box-model.ts';
import { enter, openStory, register, type Story } from './support/open-story.ts';
import { dropFile, hashOf, waitForModel } from './support/stage.ts';

/** From one person to the next: on one page, and in two tabs of one browser. */

const BOX = makeBoxes([{ name: 'Lamp', size: [1, 1, 1], centre: [0, 0, 0], colour: [0.8, 0.3, 0.2, 1] }]);
const PATIENCE = { timeout: 300_000 };

let story: Story;
let page: Page;
let grace: string;
beforeAll(async () => {
  story = await openStory({ isEmpty: true });
  ({ page } = story);
  grace = (await register(story.url, 'Grace')).email;
});
afterAll(() => story?.close());

const name = (of: Page) => of.getByRole('textbox', { name: 'Project name' });
const prompt = (of: Page) => of.getByRole('textbox', { name: 'Prompt', exact: true });
const asksWho = (of: Page) => of.getByLabel('E-mail').waitFor(PATIENCE);
async function signOut(of: Page): Promise<void> {
  await of.getByRole('button', { name: 'Account', exact: true }).click(PATIENCE);
  await of.getByRole('menuitem', { name: 'Sign Out' }).click(PATIENCE);
  await asksWho(of);
}
/** Calls the product as whoever holds a token; the status of the answer. */
const call = async (token: string | null): Promise<number> =>
  (await fetch(`${story.url}api/users/me/`, { headers: { authorization: `Bearer ${token}` } })).status;
const tokenOf = (of: Page) => of.evaluate(() => localStorage.getItem('access_token'));

test('the next person on the page finds nothing of the last one, who finds all of it again', async () => {
  await dropFile(page, 'secret-lamp.glb', BOX);
  await waitForModel(page, hashOf(BOX));
  await name(page).fill('Ada’s secret lamp');
  await name(page).press('Enter');
  await prompt(page).fill('a lamp that nobody has seen');
  await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
  const token = await tokenOf(page);
  expect(await call(token)).toBe(200);
  await signOut(page);
  await page.getByText('Signed out. Your changes wait on this device.').waitFor();
  expect(new URL(page.url()).hash).toBe('');
  expect(await page.content()).not.toMatch(/secret|nobody has seen/);
  await expect.poll(() => call(token), PATIENCE).toBe(401);

  await enter(page, grace);
  await page.locator('[data-model]:not([data-model=""])').waitFor(PATIENCE);
  expect(await name(page).inputValue()).not.toContain('lamp');
  expect(await prompt(page).inputValue()).not.toContain('lamp');
  expect(await page.locator(`[data-model="${hashOf(BOX)}"]`).count()).toBe(0);
  await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
  expect(await page.content()).not.toMatch(/secret|nobody has seen/);
  await signOut(page);
  // She has changed nothing: nothing waits.
  await page.getByText('Signed out.', { exact: true }).waitFor();

  await enter(page, story.email);
  await waitForModel(page, hashOf(BOX));
  await expect.poll(() => name(page).inputValue()).toBe('Ada’s secret lamp');
  await expect.poll(() => prompt(page).inputValue()).toBe('a lamp that nobody has seen');
  expect(story.errors).toEqual([]);
});

test('two tabs are one person’s: out in one is out in both, and the next one in is in both', async () => {
  const tab = await story.context.newPage();
  tab.on('pageerror', (error) => story.errors.push(error.message));
  await tab.goto(story.url);
  await waitForModel(tab, hashOf(BOX));
  const token = await tokenOf(page);
  await signOut(tab);
  await asksWho(page);
  expect(await page.content()).not.toMatch(/secret|nobody has seen/);
  await expect.poll(() => call(token), PATIENCE).toBe(401);

  await enter(page, grace);
  for (const each of [page, tab]) {
    await each.locator('[data-model]:not([data-model=""])').waitFor(PATIENCE);
    expect(await name(each).inputValue()).not.toContain('lamp');
  }
  // A page that the way back takes out of the browser's memory looks who is there.
  await tab.goto('about:blank');
  await signOut(page);
  await tab.goBack();
  await asksWho(tab);
  await tab.close();
  expect(story.errors).toEqual([]);
});

test('a sign-out that is slow, in this page or the one before, ends nobody’s session who came since', async () => {
  const own = await openStory({ isEmpty: true });
  const { page: tab } = own;
  const renewed = () =>
    tab.evaluate(
      async () =>
        (await fetch('/api/users/token/refresh/', { method: 'POST', credentials: 'include' })).status,
    );
  for (const isReloaded of [false, true]) {
    let isHeld: () => void = () => undefined;
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      isHeld = resolve;
    });
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await tab.route('**/api/users/logout/', async (route) => {
      isHeld();
      await released;
      await route.continue().catch(() => undefined);
    });
    await signOut(tab);
    await held;
    if (isReloaded) {
      await tab.reload();
      await asksWho(tab);
    }
    await enter(tab, own.email);
    // Who comes in at once does so now; who waits for the one before, as they must, comes in afterwards.
    await Promise.race([
      tab.getByRole('button', { name: 'Account', exact: true }).waitFor(PATIENCE),
      tab.waitForTimeout(3_000),
    ]);
    release();
    await tab.getByRole('button', { name: 'Account', exact: true }).waitFor(PATIENCE);
    await tab.unrouteAll({ behavior: 'wait' });
    expect(await renewed(), isReloaded ? 'after a reload' : 'in this page').toBe(200);
  }
  expect(own.errors).toEqual([]);
  await own.close();
});
