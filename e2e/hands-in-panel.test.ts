import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBoxes } from '../tests/support/box-model.ts';
import { makeHdr } from '../tests/support/panorama-files.ts';
import { openStory, type Story } from './support/open-story.ts';
import { dropFile, hashOf, waitForModel } from './support/stage.ts';

/** On a tablet held upright: what a finger meant, what is typed and what was begun stays, whatever moves meanwhile. */

const COUNT = 70;
const MANY = makeBoxes(
  Array.from({ length: COUNT }, (_, index) => ({
    name: `Paint ${index}`,
    size: [1, 1, 1] as const,
    centre: [(index % 10) * 2, Math.floor(index / 10) * 2, 0] as const,
    colour: [index / COUNT, 0.3, 0.8, 1] as const,
  })),
);

let story: Story;
beforeAll(async () => {
  story = await openStory({ isEmpty: true, hasTouch: true, viewport: { width: 820, height: 1180 } });
  await dropFile(story.page, 'many.glb', MANY);
  await waitForModel(story.page, hashOf(MANY));
});
afterAll(() => story?.close());

const row = (index: number) => story.page.locator(`[data-material="${index}"]`);
const heightOf = async (index: number) => (await row(index).boundingBox())?.height;

test('a tap on a material counts for the one it fell on, though the one above it closes its tools', async () => {
  const { page } = story;
  await page.getByRole('tab', { name: `Materials ${COUNT}` }).tap();
  await row(0).getByText('Paint 0', { exact: true }).tap();
  await expect.poll(async () => (await heightOf(0)) ?? 0).toBeGreaterThan(100);
  // What has no texture cannot be marked for the render, and says so by its name.
  await row(2).getByTitle('Assign a texture from the library to select this material').tap();
  await page.getByText('Material "Paint 2" is a default model material').first().waitFor();
  await expect.poll(async () => (await heightOf(2)) ?? 0).toBeGreaterThan(100);
  await expect.poll(async () => (await heightOf(0)) ?? 1000).toBeLessThan(100);
});

test('a name that is being typed stays, however far the list is scrolled meanwhile', async () => {
  const { page } = story;
  await page.getByRole('button', { name: 'Paint 4', exact: true }).press('F2');
  const field = page.getByRole('textbox', { name: 'New name of Paint 4' });
  await field.fill('Brass');
  const list = page.getByRole('tabpanel', { name: /^Materials/ });
  await list.evaluate((panel) => panel.scrollTo(0, panel.scrollHeight));
  await row(COUNT - 1).waitFor();
  await expect.poll(() => row(12).count()).toBe(0);
  expect(await field.inputValue()).toBe('Brass');
  await page.keyboard.press('Enter');
  await list.evaluate((panel) => panel.scrollTo(0, 0));
  await page.getByRole('button', { name: 'Brass', exact: true }).waitFor();
});

test('pictures that wait to go up are still there after a press beside the library', async () => {
  const { page } = story;
  await row(0).getByText('Paint 0', { exact: true }).tap();
  await page.getByRole('button', { name: 'Library for Paint 0', exact: true }).tap();
  const dialog = page.getByRole('dialog');
  const blank = { width: 32, height: 32, channels: 3, background: '#b8935a' } as const;
  const buffer = await sharp({ create: blank }).png().toBuffer();
  const files = ['cane.png', 'wicker.png'].map((name) => ({ name, mimeType: 'image/png', buffer }));
  await dialog.locator('input[type=file]').setInputFiles(files);
  const upload = dialog.getByRole('complementary', { name: 'Upload 2 pictures' });
  await upload.waitFor();
  await page.mouse.click(5, 5);
  await upload.getByRole('button', { name: 'Cancel' }).last().click();
  await upload.waitFor({ state: 'detached' });
  await page.mouse.click(5, 5);
  await dialog.waitFor({ state: 'detached' });
});

test('a panorama is added although another tab is opened while it is read', async () => {
  const { page } = story;
  await page.getByRole('tab', { name: 'Light', exact: true }).tap();
  await page.locator('input[accept=".hdr,.exr"]').setInputFiles({
    name: 'Loft.hdr',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(makeHdr(512, 256, () => [0.4, 0.4, 0.45])),
  });
  await page.getByRole('tab', { name: `Materials ${COUNT}` }).tap();
  await page.getByText('“Loft” lights the product now.').waitFor();
});

test('where something of a list is taken away by the keyboard, what stands in its place has the focus', async () => {
  const { page, errors } = story;
  await page.getByRole('tab', { name: 'Light', exact: true }).tap();
  const isInList = (name: string) =>
    page.getByRole('list', { name, exact: true }).evaluate((list) => list.contains(document.activeElement));
  const more = page.getByRole('button', { name: 'More for “Loft”' });
  await more.press('Enter');
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete environment' }).press('Enter');
  await expect.poll(() => more.count()).toBe(0);
  await expect.poll(() => isInList('Environments')).toBe(true);

  const add = page.getByRole('button', { name: 'Add a light' });
  for (let light = 0; light < 2; light++) {
    await add.press('Enter');
    await page.keyboard.press('Enter');
    await page.getByRole('menu').waitFor({ state: 'detached' });
  }
  const lights = page.getByRole('list', { name: 'Lights', exact: true });
  const count = await lights.getByRole('listitem').count();
  await page.getByRole('button', { name: 'Delete light' }).press('Enter');
  await expect.poll(() => lights.getByRole('listitem').count()).toBe(count - 1);
  await expect.poll(() => isInList('Lights')).toBe(true);

  const views = page.getByRole('region', { name: 'Saved views' });
  const hasFocus = () => views.evaluate((bar) => bar.contains(document.activeElement));
  const save = views.getByRole('button', { name: 'Save view' });
  for (const number of [1, 2]) {
    await save.press('Enter');
    await expect.poll(() => views.getByRole('row').count()).toBe(number);
  }
  for (const left of [1, 0]) {
    await views
      .getByRole('row')
      .last()
      .getByRole('button', { name: /^Options of/ })
      .press('Enter');
    await page.getByRole('menuitem', { name: 'Delete view' }).press('Enter');
    await expect.poll(() => views.getByRole('row').count()).toBe(left);
    await expect.poll(hasFocus).toBe(true);
  }
  expect(errors).toEqual([]);
});
