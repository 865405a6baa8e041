import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TEXTS } from './support/one-language.ts';
import { openStory } from './support/open-story.ts';

/** Whatever is refused, the technical part stands behind one press, in the words of the page. */

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-details-'));
  mkdirSync(join(folder, 'Rattan'));
  const blank = { width: 32, height: 32, channels: 3, background: '#b8935a' } as const;
  await sharp({ create: blank }).png().toFile(join(folder, 'Rattan/cane.png'));
  writeFileSync(join(folder, 'woods.zip'), 'PK');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const REFUSAL = { code: 'invalid-request', error: 'refused', fields: { thing: 'expected another' } };

/** Refuses the calls to an address with a technical part, as long as something is done. */
async function whileRefused(page: Page, address: string | RegExp, act: () => Promise<void>): Promise<void> {
  await page.route(address, (route) =>
    route.fulfill({ status: 422, contentType: 'application/json', body: JSON.stringify(REFUSAL) }),
  );
  await act();
  await page.unroute(address);
}

test('the technical part of a refusal stands behind Details, wherever it is told, in both languages', async () => {
  const { page, errors, url, close } = await openStory({
    isEmpty: true,
    serviceWorkers: 'block',
    viewport: { width: 1180, height: 820 },
  });
  for (const language of ['en', 'es'] as const) {
    const t = TEXTS[language];
    const [next, languageFile] =
      language === 'en' ? (['es', 'spanish'] as const) : (['en', 'english'] as const);
    const dialog = (name: string) => page.getByRole('dialog', { name });
    const readDetails = async (place: Locator, part: string | RegExp = 'thing: expected another') => {
      await place.getByText(t.ui.details, { exact: true }).click();
      await place.getByText(part).waitFor();
    };

    // 1. A picture, a ZIP and a category that the library does not take.
    await page.getByRole('button', { name: t.assets.title, exact: true }).click();
    await page.locator('input[webkitdirectory]').setInputFiles(join(folder, 'Rattan'));
    const upload = page.getByRole('complementary');
    await whileRefused(page, '**/api/material/', async () => {
      await upload.getByRole('button', { name: t.assets.uploadAll }).click();
      await readDetails(upload.getByRole('listitem'));
    });
    await upload.getByRole('button', { name: t.ui.cancel }).first().click();

    await page.getByRole('button', { name: t.assets.newCategory.material }).click();
    await whileRefused(page, '**/api/category/', async () => {
      await page.getByRole('textbox', { name: t.libraries.name, exact: true }).fill('Rattan');
      await page.keyboard.press('Enter');
      await readDetails(dialog(t.assets.newCategory.material));
    });
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: t.assets.uploadZip }).click();
    const zip = dialog(t.assets.zipTitle);
    await zip.locator('input[type=file]').setInputFiles(join(folder, 'woods.zip'));
    await zip.getByRole('button', { name: t.libraries.category }).click();
    await page.getByRole('option').first().click();
    await whileRefused(page, '**/api/projects/batch-material-upload/', async () => {
      await zip.getByRole('button', { name: t.assets.zipUpload, exact: true }).click();
      await readDetails(zip.getByRole('alert'));
    });
    await page.keyboard.press('Escape');

    // 2. Plans that do not come, one that cannot be bought, and a render that is not shown.
    const pricing = dialog(t.shell.pricing);
    await whileRefused(page, '**/api/subscriptions/plans/', async () => {
      await page.goto(`${url}#pricing`);
      await page.reload();
      await readDetails(pricing.getByRole('alert'));
    });
    await pricing.getByRole('button', { name: t.ui.retry }).click();
    await whileRefused(page, /\/api\/.*checkout/, async () => {
      await pricing.getByRole('button', { name: t.pricing.offers.choose }).first().click();
      await readDetails(pricing.getByRole('alert'));
    });
    await page.keyboard.press('Escape');
    await whileRefused(page, /\/api\/render\/9999\//, async () => {
      await page.goto(`${url}#gallery/9999`);
      await readDetails(page.getByRole('alert'));
    });

    // 3. Room that is not made on this device, and a language that does not come.
    await page.goto(`${url}#settings`);
    const settings = dialog(t.settings.title);
    await settings.getByRole('tab', { name: t.settings.tabs.device }).click();
    await whileRefused(page, '**/api/users/me/', async () => {
      await settings.getByRole('button', { name: t.settings.storage.free }).click();
      await readDetails(settings);
    });
    await settings.getByRole('tab').first().click();
    await page.route(`**/assets/${languageFile}-*.js`, (route) => route.abort());
    await settings.getByRole('radio', { name: t.signIn.languages[next] }).press('Space');
    await readDetails(page.getByRole('alertdialog').filter({ hasText: t.ui.partFailed }), /TypeError/);
    await page.unroute(`**/assets/${languageFile}-*.js`);
    await page.reload();
    await settings.getByRole('radio', { name: t.signIn.languages[next] }).press('Space');
    await dialog(TEXTS[next].settings.title).waitFor();
    await page.keyboard.press('Escape');
  }
  expect(errors).toEqual([]);
  await close();
});
