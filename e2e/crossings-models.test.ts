import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProjectBody } from '../src/contract/http/projects.ts';
import { makeBoxes } from '../tests/support/box-model.ts';
import { makePng } from '../tests/support/tiny-image.ts';
import { askAs } from './support/ask-as.ts';
import { openStory, type Story, signIn } from './support/open-story.ts';
import { dropFile, hashOf, waitForModel } from './support/stage.ts';
import { untilKept } from './support/until-kept.ts';

const boxes = (...names: string[]) =>
  new Uint8Array(
    makeBoxes(
      names.map((name, x) => ({ name, size: [1, 2, 1], centre: [1.5 * x, 0, 0], texture: makePng() })),
    ),
  );
const CHAIR = boxes('Seat', 'Leg');
const LAMP = boxes('Shade', 'Foot', 'Cable');
/** A stage in software on a busy machine takes its time; polls of vitest give up after 1 s. */
const PATIENCE = { timeout: 300_000 };

let story: Story;
beforeAll(async () => {
  story = await openStory({ viewport: { width: 1180, height: 1000 }, isEmpty: true });
});
afterAll(() => story?.close());

const views = (page: Page) => page.getByRole('grid', { name: 'Saved views' }).getByRole('row');
const names = async (page: Page) => (await views(page).allInnerTexts()).map((text) => text.trim());
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const light = (page: Page) => page.getByRole('img', { name: 'Light-map sketch, 1 stroke', exact: true });
/** Where the camera was left, as this device has it. */
const view0 = (page: Page) =>
  page.evaluate(() => {
    const { cameraPosition, modelHash } = JSON.parse(localStorage.getItem('arcball_view0') ?? '{}');
    return { modelHash, at: Object.values(cameraPosition ?? {}).map((value) => Number(value).toFixed(3)) };
  });

/** Around the model, radians: where the camera looks from. */
const azimuth = (page: Page) =>
  page.evaluate(() => {
    const { cameraPosition: from, target } = JSON.parse(localStorage.getItem('arcball_view0') ?? '{}');
    return Math.atan2(from.x - target.x, from.z - target.z);
  });

async function saveView(page: Page): Promise<void> {
  const count = await views(page).count();
  await button(page, 'Save view').click();
  await views(page).nth(count).waitFor();
}
async function save(page: Page): Promise<void> {
  await page.keyboard.press('Control+s');
  await button(page, 'Save Project (No changes)').waitFor();
}
const stored = (page: Page) => askAs<ProjectBody>(page, 'project/active/');
/** Two views, one material of two for the render, another surface. */
async function expectChair(page: Page): Promise<void> {
  await waitForModel(page, hashOf(CHAIR));
  await expect.poll(() => names(page), PATIENCE).toEqual(['View 1', 'View 2']);
  await button(page, 'Manually selected for render: Seat').waitFor();
  await button(page, 'Click to select for render: Leg').waitFor();
  if ((await page.getByRole('slider', { name: 'Metalness' }).count()) === 0) {
    await button(page, 'Settings of Seat').click();
  }
  await expect.poll(() => page.getByRole('slider', { name: 'Metalness' }).inputValue(), PATIENCE).toBe('0.6');
}

test('views, materials, choice, light, camera and name come back with their model: by undo, after a reload, on a second device and by its file', async () => {
  const { page } = story;
  await dropFile(page, 'chair.glb', CHAIR);
  await waitForModel(page, hashOf(CHAIR));

  // What is shown first is where a reload opens.
  await expect.poll(() => view0(page), PATIENCE).toMatchObject({ modelHash: hashOf(CHAIR) });
  const hero = await view0(page);
  const heroAzimuth = await azimuth(page);
  await untilKept(page);
  await page.reload();
  await waitForModel(page, hashOf(CHAIR));
  expect(await view0(page)).toEqual(hero);

  await saveView(page);
  await page.getByRole('application').press('ArrowRight');
  await saveView(page);
  await button(page, 'Selected for render (Priority 2): Leg').click();
  await button(page, 'Settings of Seat').click();
  await page.getByRole('slider', { name: 'Metalness' }).fill('0.6');
  await expectChair(page);
  await expect.poll(() => view0(page), PATIENCE).not.toEqual(hero);
  const left = await view0(page);

  await page.getByRole('application').press('p');
  await page.getByRole('img', { name: 'Light-map sketch, empty', exact: true }).waitFor();
  const { x, y, width, height } = (await page.getByRole('application').boundingBox())!;
  await page.mouse.move(x + width * 0.6, y + height * 0.2);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.8, y + height * 0.2, { steps: 3 });
  await page.mouse.up();
  await light(page).waitFor();
  await page.keyboard.press('p');
  await page.getByText('Light-map saved. It goes into the next render of this view.').waitFor();
  await save(page);

  // Another model begins with nothing, seen from the hero angle, and has a view of its own.
  await dropFile(page, 'lamp.glb', LAMP);
  await waitForModel(page, hashOf(LAMP));
  await page.getByText('Chosen automatically').waitFor();
  expect(await names(page)).toEqual([]);
  expect(await light(page).count()).toBe(0);
  await expect.poll(() => view0(page), PATIENCE).toMatchObject({ modelHash: hashOf(LAMP) });
  expect(await azimuth(page)).toBeCloseTo(heroAzimuth, 3);
  await saveView(page);
  expect(await names(page)).toEqual(['View 1']);

  // The view on the lamp, then the lamp itself.
  for (const step of ['Save view', 'Model']) await button(page, `Undo: ${step}`).click();
  await expectChair(page);
  await light(page).waitFor();
  await expect.poll(() => view0(page), PATIENCE).toEqual(left);
  await save(page);

  await page.reload();
  await expectChair(page);
  await light(page).waitFor();
  expect(await view0(page)).toEqual(left);

  const { context } = story;
  const device = await context.browser()!.newContext({
    viewport: { width: 1180, height: 1000 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
  });
  const other = await device.newPage();
  other.on('pageerror', (error) => story.errors.push(error.message));
  await signIn(other, story);
  await expectChair(other);
  await expect.poll(async () => (await view0(other)).at, PATIENCE).toEqual(left.at);
  expect(await stored(other)).toMatchObject({ model_name: 'chair.glb', camera_views: [{}, {}] });
  await other.close();

  // By their files.
  await dropFile(page, 'lamp.glb', LAMP);
  await waitForModel(page, hashOf(LAMP));
  await page.getByText('Chosen automatically').waitFor();
  expect(await names(page)).toEqual([]);
  await dropFile(page, 'chair.glb', CHAIR);
  await expectChair(page);
  await light(page).waitFor();
  await expect.poll(() => view0(page), PATIENCE).toEqual(left);
  expect(story.errors).toEqual([]);
});

test('what was undone or changed in the moment of a reload is done again or undone after it', async () => {
  const { page } = story;
  await dropFile(page, 'lamp.glb', LAMP);
  await waitForModel(page, hashOf(LAMP));
  /** Presses it and reloads before the page does anything else. */
  const pressAndReload = async (name: string): Promise<void> => {
    const isLoaded = page.waitForEvent('load');
    await button(page, name).evaluate((pressed) => {
      (pressed as HTMLButtonElement).click();
      location.reload();
    });
    await isLoaded;
  };
  await button(page, 'Undo: Model').waitFor();
  await pressAndReload('Undo: Model');
  await waitForModel(page, hashOf(CHAIR));
  await pressAndReload('Redo: Model');
  await waitForModel(page, hashOf(LAMP));
  await button(page, 'Undo: Model').click();
  await expectChair(page);
  expect(story.errors).toEqual([]);
});
