import { readFile } from 'node:fs/promises';
import JSZip from 'jszip';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkScreen } from './support/check-screen.ts';
import { TEXTS } from './support/one-language.ts';
import { openStory, type Story } from './support/open-story.ts';

/** Somebody sets up name, picture and page, takes everything along, and goes. */

let story: Story;
beforeAll(async () => {
  story = await openStory({ viewport: { width: 900, height: 640 } });
});
afterAll(() => story?.close());

test('my profile and settings: what is set counts at once, in both languages, and the account can end', async () => {
  const { page, email, errors } = story;
  const check = (screen: string) => checkScreen(page, 'en', screen);
  const choose = async (item: string): Promise<void> => {
    await page.getByRole('button', { name: 'Account', exact: true }).click();
    await page.getByRole('menuitem', { name: item }).click();
    await page.getByRole('menu').waitFor({ state: 'detached' });
  };

  // 1. Name and picture.
  await choose('My Profile');
  const profile = page.getByRole('dialog', { name: 'My Profile' });
  await profile.getByLabel('Name', { exact: true }).fill('Ada King');
  await profile.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Your profile is saved.').waitFor();
  const choosing = page.waitForEvent('filechooser');
  await profile.getByRole('button', { name: 'Choose a picture' }).click();
  await (await choosing).setFiles('public/icons/icon-192.png');
  await profile.locator('img').waitFor();
  await profile.getByLabel('E-mail').fill('king@example.com');
  await profile.getByRole('textbox', { name: 'Password' }).waitFor();
  await check('profile');
  await page.keyboard.press('Escape');
  await profile.waitFor({ state: 'detached' });
  await page.getByRole('banner').locator('img').waitFor();

  // 2. Settings, and all of the page in Spanish.
  await choose('Settings');
  const t = TEXTS.es;
  await page.getByRole('dialog').getByRole('radio', { name: 'in', exact: true }).press('Space');
  await page.getByRole('radio', { name: 'Full' }).press('Space');
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.motion)).toBe('full');
  await page.getByRole('radio', { name: 'Reduced' }).press('Space');
  await check('settings');
  await page.getByRole('radio', { name: 'Español' }).press('Space');
  const settings = page.getByRole('dialog', { name: t.settings.title });
  await settings.waitFor();
  await page.getByRole('tab', { name: t.settings.tabs.device }).click();
  await settings.getByText(t.settings.storage.models, { exact: true }).waitFor();
  await settings.getByRole('button', { name: t.settings.storage.free }).click();
  await settings.getByText(/liberad|No hay nada que liberar/).waitFor();
  await checkScreen(page, 'es', 'device');

  // 3. Everything that is known of the person, as a file.
  const start = settings.getByRole('button', { name: t.settings.export.start });
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/users/me/passkeys/', (route) => held.then(() => route.continue()));
  await notePlaces(page, t.settings.export.start);
  await page.getByRole('tab', { name: t.settings.tabs.account }).click();
  await settings.getByRole('status', { name: t.ui.loading }).or(start).first().waitFor();
  letGo();
  await settings.getByRole('button', { name: t.settings.passkeys.add }).waitFor();
  const devices = settings.getByRole('list', { name: t.settings.sessions.title });
  await devices.getByText(t.settings.sessions.here).waitFor();
  await checkScreen(page, 'es', 'account');
  expect(await listPlaces(page)).toHaveLength(1);
  const downloading = page.waitForEvent('download');
  await start.click();
  const zip = await JSZip.loadAsync(await readFile(await (await downloading).path()));
  expect(await zip.file('account.json')?.async('string')).toContain('Ada King');

  // 4. The end.
  await settings.getByRole('button', { name: t.settings.delete.start }).click();
  const question = page.getByRole('alertdialog', { name: t.settings.delete.question });
  await question.getByLabel(t.settings.delete.typePassword).fill('a long enough password');
  await checkScreen(page, 'es', 'delete');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: t.signIn.signInTitle }).waitFor();
  await page.getByLabel(t.signIn.email).fill(email);
  await page.getByRole('textbox', { name: t.signIn.password }).fill('a long enough password');
  await page.keyboard.press('Enter');
  await page.getByText('Credenciales no válidas').waitFor();
  expect(errors).toEqual([]);
});

/** From now on notes every place at which a button is drawn. Who presses it while it moves presses something else. */
async function notePlaces(page: Page, name: string): Promise<void> {
  await page.evaluate((text) => {
    const places = new Set<number>();
    Object.assign(window, { places });
    const look = (): void => {
      const button = [...document.querySelectorAll('button')].find((one) => one.textContent === text);
      const panel = button?.closest('[role=tabpanel]');
      if (panel) places.add(Math.round(button!.getBoundingClientRect().top + panel.scrollTop));
      requestAnimationFrame(look);
    };
    look();
  }, name);
}

function listPlaces(page: Page): Promise<number[]> {
  return page.evaluate(() => [...(window as unknown as { places: Set<number> }).places]);
}
