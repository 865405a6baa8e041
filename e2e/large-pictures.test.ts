import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RECIPE_KEYWORD } from '../src/contract/constants.ts';
import { openSection } from './support/open-section.ts';
import { openStory, type Story } from './support/open-story.ts';
import { dropFile } from './support/stage.ts';

const OWN_RATIO = { width: 2048, height: 64, quality: 'draft' } as const;

let story: Story;
beforeAll(async () => {
  story = await openStory({ viewport: { width: 1440, height: 900 }, renderSettings: OWN_RATIO });
});
afterAll(() => story.close());

test('a picture above 2048 px says its price and its limits, is made, looked at in a smaller one, and saved whole', async () => {
  const { page, errors } = story;
  await openSection(page, 'Advanced');
  const render = page.getByRole('button', { name: 'Render', exact: true });
  const price = page.locator('#render-price');
  await expect.poll(() => price.textContent()).toMatch(/^100 credits/);
  await page.getByRole('button', { name: /Size/ }).click();
  await page.getByRole('option', { name: '4096 × 128' }).click();
  await page.getByText('Above 2048 px Studio draws, without layers; it costs 3 times what smaller').waitFor();
  // The price of a quality is that of the size, and no layers are promised with their megabytes.
  await page.getByText('Half the price of this size: 300 credits an image.').waitFor();
  await page.getByText('Only of pictures of up to 2048 px: of larger ones none are kept.').waitFor();
  await expect.poll(() => price.textContent()).toMatch(/^300 credits/);

  // What it cannot have is said beside the button before anything is ordered.
  const layers = page.getByRole('switch', { name: 'Keep layers for compositing' });
  await layers.focus();
  await page.keyboard.press('Space');
  const refusal = 'Layers are kept of pictures of up to 2048 px. Switch them off, or choose a smaller size.';
  await page.getByText(refusal, { exact: true }).waitFor();
  await expect.poll(() => render.getAttribute('aria-disabled')).toBe('true');
  await layers.focus();
  await page.keyboard.press('Space');
  await page.getByText(refusal, { exact: true }).waitFor({ state: 'detached' });

  await render.click();
  const results = page.getByRole('region', { name: 'Renders of this project' });
  await results.getByRole('button').getByRole('img').first().click();
  const dialog = page.getByRole('dialog').filter({ has: page.getByRole('slider') });
  const shown = dialog.locator('img').first();
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(2048);

  const waiting = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download PNG' }).click();
  const png = readFileSync(await (await waiting).path());
  expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 4096, height: 128 });
  expect(png.includes(RECIPE_KEYWORD)).toBe(true);

  // Dropped back it brings its recipe, which asks for as many pixels again.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /Size/ }).click();
  await page
    .getByRole('option', { name: '1024 × 32' })
    .or(page.getByRole('option', { name: '2048 × 64' }))
    .first()
    .click();
  await expect.poll(() => price.textContent()).toMatch(/^100 credits/);
  await dropFile(page, 'large.png', new Uint8Array(png));
  await page.getByText('Started from Picture large.png').waitFor();
  await expect.poll(() => price.textContent()).toMatch(/^300 credits/);
  expect(errors).toEqual([]);
});
