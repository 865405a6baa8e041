import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { makeBoxes } from '../tests/support/box-model.ts';
import { openBrowser } from './support/browser.ts';
import { listForeign, TEXTS } from './support/one-language.ts';
import { openSection } from './support/open-section.ts';
import { dropFile, hashOf, waitForAnyModel, waitForModel } from './support/stage.ts';

const t = TEXTS.es;
const PART = 'Asiento';

let browser: Browser;
let page: Page;
const errors: string[] = [];

beforeAll(async () => {
  browser = await openBrowser();
  const context = await browser.newContext({
    viewport: { width: 1180, height: 820 },
    locale: 'es-ES',
    reducedMotion: 'reduce',
  });
  page = await context.newPage();
  page.on('pageerror', (error) => errors.push(error.message));
});

afterAll(() => browser?.close());

/** No sentence of the other language is on this screen. */
async function speaksSpanish(screen: string): Promise<void> {
  expect(await listForeign(page, 'es'), screen).toEqual([]);
}

const pictures = () =>
  page.getByRole('region', { name: t.carousel.label }).getByRole('button').getByRole('img');

async function pressRender(): Promise<void> {
  await page.getByRole('button', { name: t.order.render, exact: true }).click();
}

test('the whole way in Spanish: account, model, material, view, picture, result, another one and the save', async () => {
  // A new account.
  await page.goto(inject('productUrl'));
  await page.getByRole('button', { name: t.signIn.toRegister }).click();
  await page.getByLabel(t.signIn.name, { exact: true }).fill('Inés');
  await page.getByLabel(t.signIn.email).fill(`${randomUUID()}@example.com`);
  await page.getByRole('textbox', { name: t.signIn.password }).fill('una clave bastante larga');
  await speaksSpanish('the registration');
  await page.locator('button[type=submit]').click();
  const sample = await waitForAnyModel(page);

  // A model of her own, with a wood on its seat.
  const bytes = makeBoxes([
    { name: PART, size: [0.5, 0.12, 0.5], centre: [0, 0.46, 0], colour: [0.5, 0.2, 0.1, 1] },
    { name: 'Patas', size: [0.4, 0.4, 0.4], centre: [0, 0.2, 0], colour: [0.1, 0.1, 0.1, 1] },
  ]);
  await dropFile(page, 'taburete.glb', bytes);
  await waitForModel(page, hashOf(bytes));
  expect(hashOf(bytes)).not.toBe(sample);
  await page.getByRole('button', { name: t.materials.libraryFor(PART) }).click();
  const library = page.getByRole('dialog');
  await library.getByRole('row').first().waitFor();
  await speaksSpanish('the library');
  const wood = (await library.getByRole('row').first().getAttribute('aria-label')) ?? '';
  expect(wood).not.toBe('');
  await library.getByRole('row').first().click();
  await library.waitFor({ state: 'detached' });
  await page.getByRole('group', { name: PART }).getByText(wood).waitFor();

  // A view, a prompt, and a small draft.
  await page.getByRole('button', { name: t.views.save }).click();
  await page.getByRole('grid', { name: t.views.title }).getByRole('row').first().waitFor();
  await page.getByRole('textbox', { name: t.order.prompt }).fill('Un taburete en un estudio tranquilo');
  await openSection(page, t.panel.advanced);
  await page.locator('label').filter({ hasText: t.advanced.qualities.draft }).click();
  await page.getByRole('button', { name: new RegExp(t.advanced.size) }).click();
  await page.getByRole('option').first().click();
  await speaksSpanish('the studio');

  // The picture and its result.
  await pressRender();
  await pictures().first().waitFor({ timeout: 300_000 });
  await speaksSpanish('the finished picture');
  await pictures().first().click();
  const result = page.getByRole('dialog');
  const line = result.getByRole('slider', { name: t.result.comparator });
  await line.press('End');
  await expect.poll(() => line.getAttribute('aria-valuenow')).toBe('100');
  await speaksSpanish('the result');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    result.getByRole('button', { name: t.result.download }).click(),
  ]);
  expect(
    readFileSync(await download.path())
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');
  await result.getByRole('button', { name: t.result.runAgain }).click();
  await page.keyboard.press('Escape');
  await result.waitFor({ state: 'detached' });
  await expect.poll(() => pictures().count(), { timeout: 300_000 }).toBe(2);
  await speaksSpanish('the second picture');

  // The other places, and the save.
  for (const place of [t.assets.edit, t.assets.title, t.assets.create]) {
    const button = page.getByRole('navigation', { name: t.assets.nav }).getByRole('button', { name: place });
    await button.click();
    await page.locator('[aria-current=page]').filter({ hasText: place }).waitFor();
    await speaksSpanish(place);
  }
  expect(errors).toEqual([]);
});

test('on a tablet the bar says in words that there is no network, beside a short name and a long one', async () => {
  await page.setViewportSize({ width: 820, height: 1180 });
  const bar = page.getByRole('banner');
  const name = bar.getByRole('textbox', { name: t.project.name });
  await page.context().setOffline(true);
  for (const next of ['Silla', 'Sillón de nogal con patas de latón y un cojín de lana']) {
    await name.fill(next);
    await name.press('Enter');
    const words = bar.getByRole('status').getByText(t.shell.away.offline, { exact: true });
    await words.waitFor();
    const isSeen = () =>
      words.evaluate((text) => {
        const [inner, outer] = [
          text.getBoundingClientRect(),
          text.closest('button')!.getBoundingClientRect(),
        ];
        return inner.bottom <= outer.bottom && inner.left >= outer.left && inner.right <= outer.right;
      });
    await expect.poll(isSeen, { message: next }).toBe(true);
    // What a name needs it has, up to some of it.
    expect((await name.boundingBox())?.width).toBeGreaterThan(next === 'Silla' ? 40 : 130);
  }
  await page.context().setOffline(false);
  expect(errors).toEqual([]);
});
