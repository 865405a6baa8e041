import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBoxes } from '../tests/support/box-model.ts';
import { openStory, SMALL_DRAFTS, type Story } from './support/open-story.ts';
import { dropFile, hashOf, waitForAnyModel, waitForModel } from './support/stage.ts';
import { tryAgain } from './support/try-again.ts';

const STOOL = makeBoxes([
  { name: 'Seat', size: [1, 0.2, 1], centre: [0, 0.9, 0], colour: [0.4, 0.1, 0.05, 1] },
  { name: 'Legs', size: [0.6, 0.8, 0.6], centre: [0, 0.4, 0], colour: [0.1, 0.1, 0.1, 1] },
]);
/** Longer than a render takes on a machine that does much else. */
const RENDER_MS = 300_000;

let story: Story;
beforeAll(async () => {
  // The cheapest pictures there are: the story is about the way, not about the light.
  story = await openStory({
    viewport: { width: 1180, height: 900 },
    hasTouch: true,
    isEmpty: true,
    renderSettings: SMALL_DRAFTS,
  });
});
afterAll(() => story?.close());

const carousel = (page: Page) => page.getByRole('region', { name: 'Renders of this project' });
const slide = (page: Page, alt: string) => carousel(page).getByRole('button').getByRole('img', { name: alt });
const prompt = (page: Page) => page.getByRole('textbox', { name: 'Prompt', exact: true });
const pressRender = (page: Page) => page.getByRole('button', { name: 'Render', exact: true }).click();

/** Every place from the left at which a picture's slide is drawn, from its first frame on. */
async function notePlaces(page: Page, alt: string): Promise<() => Promise<number[]>> {
  await page.evaluate((name) => {
    const places = new Set<number>();
    Object.assign(window, { places });
    const look = (): void => {
      const picture = document.querySelector(`button img[alt="${name}"]`);
      if (picture !== null) places.add(Math.round(picture.getBoundingClientRect().left));
      requestAnimationFrame(look);
    };
    look();
  }, alt);
  return () => page.evaluate(() => [...(window as unknown as { places: Set<number> }).places]);
}

async function dress(page: Page, part: string, kind: string, item: string): Promise<void> {
  // A finger chooses the material first: its tools come with that.
  await page.getByRole('button', { name: part, exact: true }).click();
  await page.getByRole('button', { name: `Library for ${part}` }).click();
  await page.getByRole('dialog').getByRole('tab', { name: kind }).click();
  await page.getByRole('row', { name: item }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('group', { name: part }).getByText(item).waitFor();
}

/** Hashes of the pictures of the newest finished renders, by the server. */
async function pictureHashes({ page, context, url }: Story): Promise<string[]> {
  const token = await page.evaluate(() => localStorage.getItem('access_token'));
  const answer = await context.request.get(`${url}api/render/`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const renders: { output_images: { image_hash: string }[] }[] = await answer.json();
  return renders.flatMap(({ output_images }) => output_images.map(({ image_hash }) => image_hash));
}

test('a person starts from a picture, changes one material and compares; a downloaded PNG brings its recipe back', async () => {
  const { page } = story;
  await dropFile(page, 'stool.glb', STOOL);
  await waitForModel(page, hashOf(STOOL));
  await dress(page, 'Seat', 'Wood', 'Walnut');
  await prompt(page).fill('A walnut stool');
  const places = await notePlaces(page, 'A walnut stool');
  await pressRender(page);
  await slide(page, 'A walnut stool').waitFor({ timeout: RENDER_MS });
  // Who presses a picture that has just come hits that one: what tells of its making gives way without moving it.
  await carousel(page).getByRole('status').filter({ hasText: 'Ready' }).waitFor();
  expect(await places()).toHaveLength(1);

  // The person goes on: other materials, other words.
  await page.getByRole('button', { name: 'Reset Seat' }).click();
  await page.getByRole('group', { name: 'Seat' }).getByText('Walnut').waitFor({ state: 'detached' });
  await prompt(page).fill('Something else');

  // A drag across the pictures opens none of them: the dialog would lie over what is pressed next.
  const box = await slide(page, 'A walnut stool').boundingBox();
  if (box === null) throw new Error('no slide');
  await page.mouse.move(box.x + 40, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + 32, box.y + 40);
  await page.mouse.up();

  // By keyboard: the picture, its line, its zoom, and what it was made from.
  await carousel(page)
    .getByRole('button')
    .filter({ has: page.getByRole('img', { name: 'A walnut stool' }) })
    .focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'A walnut stool' });
  const line = dialog.getByRole('slider', { name: 'Share of the snapshot that is shown' });
  await line.press('End');
  await expect.poll(() => line.getAttribute('aria-valuenow')).toBe('100');
  await page.keyboard.press('PageDown');
  await expect.poll(() => line.getAttribute('aria-valuenow')).toBe('90');
  await dialog.getByRole('radio', { name: 'Zoom' }).press('Space');
  const zoom = dialog.getByRole('application', { name: /Zoom 1×/ });
  await zoom.press('+');
  await dialog.getByRole('application', { name: /Zoom 1\.3×/ }).waitFor();
  await dialog.getByRole('button', { name: 'Show mask of Walnut' }).press('Enter');
  const mask = page.getByRole('dialog', { name: 'Seat' });
  await mask.waitFor();
  await page.keyboard.press('Escape');
  await mask.waitFor({ state: 'detached' });
  await expect.poll(() => dialog.isVisible()).toBe(true);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download PNG' }).click(),
  ]);
  const png = new Uint8Array(readFileSync((await download.path()) ?? ''));

  // Its recipe is in the editor, as one step; one material is another then.
  await dialog.getByRole('button', { name: 'Start from this' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Started from A walnut stool').waitFor();
  await page.getByRole('group', { name: 'Seat' }).getByText('Walnut').waitFor();
  await expect.poll(() => prompt(page).inputValue()).toBe('A walnut stool');
  await dress(page, 'Legs', 'Metal', 'Brushed aluminium');
  await pressRender(page);
  await page
    .getByRole('slider', { name: 'Share of the picture before that is shown' })
    .waitFor({ timeout: RENDER_MS });
  const differences = page.getByRole('region', { name: 'What differs' });
  await differences.getByText('Material Legs').waitFor();
  await differences.getByText('As in the file').waitFor();
  await differences.getByText('Brushed aluminium', { exact: true }).waitFor();
  expect(await differences.getByText(/Seed|Prompt|View|Size|Material Seat/).count()).toBe(0);

  // Undone, step by step: the other material, then the whole recipe.
  await page.locator('label').filter({ hasText: 'Stage' }).click();
  await page.getByRole('button', { name: /^Undo: .*Legs/ }).click();
  await page.getByRole('button', { name: 'Undo: Start from “A walnut stool”' }).click();
  await page.getByRole('group', { name: 'Seat' }).getByText('Walnut').waitFor({ state: 'detached' });
  await expect.poll(() => prompt(page).inputValue()).toBe('Something else');

  // The PNG, dropped on another page, brings all of it back.
  const other = await story.context.newPage();
  await other.goto(story.url);
  await waitForModel(other, hashOf(STOOL));
  await dropFile(other, 'stool.png', png);
  await other.getByText('Started from Picture stool.png').waitFor();
  await other.getByRole('group', { name: 'Seat' }).getByText('Walnut').waitFor();
  await expect.poll(() => prompt(other).inputValue()).toBe('A walnut stool');
  // A picture without a recipe is asked about; one whose recipe was tampered with says so. Neither changes anything.
  const plain = new Uint8Array(png);
  plain.set(new TextEncoder().encode('XTXT'), 37);
  await dropFile(other, 'plain.png', plain);
  const question = other.getByRole('dialog', { name: 'What is this picture for?' });
  await question.getByText('plain.png').waitFor();
  await other.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  const broken = new Uint8Array(png);
  broken.set(new TextEncoder().encode('!!'), 70);
  await dropFile(other, 'broken.png', broken);
  await other
    .getByText('“broken.png” has a recipe that is damaged or not of Vitrine. Nothing was changed.')
    .waitFor();
  await expect.poll(() => prompt(other).inputValue()).toBe('A walnut stool');
  await other.close();
  expect(story.errors).toEqual([]);
}, 900_000);

test('by touch: run again gives the same bytes, and any two are compared', async () => {
  const { page } = story;
  await page.getByRole('button', { name: 'Create', exact: true }).tap();
  const before = await pictureHashes(story);
  const first = before.at(-1);
  await slide(page, 'A walnut stool').last().tap();
  const dialog = page.getByRole('dialog', { name: 'A walnut stool' });
  // Pressed twice, as hands do: it is bought once.
  const orders: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/rerun/')) orders.push(request.url());
  });
  await dialog.getByRole('button', { name: /^Run again/ }).dblclick();
  await dialog.getByRole('status').getByText('The recipe runs again.').waitFor();
  // For as long as it does.
  await dialog
    .getByRole('status')
    .getByText('The same recipe with the same seed.')
    .waitFor({ timeout: RENDER_MS });
  expect(await dialog.getByRole('button', { name: /^Run again/ }).isEnabled()).toBe(true);
  await dialog.getByRole('button', { name: 'Close' }).tap();
  await dialog.waitFor({ state: 'detached' });
  await slide(page, 'A walnut stool').nth(2).waitFor({ timeout: RENDER_MS });
  const after = await pictureHashes(story);
  expect(after).toHaveLength(before.length + 1);
  expect(after[0]).toBe(first);
  expect(orders).toHaveLength(1);

  // The newest against the one in between.
  await slide(page, 'A walnut stool').first().tap();
  await dialog.getByRole('button', { name: 'Compare with another' }).tap();
  await dialog.getByText('Choose the other picture in the row below.').waitFor();
  const row = dialog.getByRole('navigation', { name: 'Choose the other picture in the row below.' });
  await row.getByRole('img').nth(1).tap();
  await dialog.getByRole('slider', { name: 'Share of the other picture that is shown' }).waitFor();
  await dialog.getByRole('region', { name: 'What differs' }).getByText('Material Legs').waitFor();
  // And against the one that it is a repeat of.
  await row.getByRole('img').nth(2).tap();
  await dialog.getByText('Both have the same recipe.').waitFor();
  await dialog.getByRole('button', { name: 'Back to the snapshot' }).tap();
  await dialog.getByRole('slider', { name: 'Share of the snapshot that is shown' }).waitFor();

  // What the server does not tell is said where it is missing; the list's own copy shows the rest.
  await page.route('**/api/render/*/', (route) =>
    route.fulfill({ status: 404, contentType: 'application/json', body: '{"code":"not-found"}' }),
  );
  await page.reload();
  await waitForAnyModel(page);
  // What was open is open again.
  await dialog.getByRole('button', { name: 'Download as…' }).tap();
  const unknown = page.getByText('Render information is not available.');
  await unknown.waitFor();
  await page.keyboard.press('Escape');
  await unknown.waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Technical sheet' }).tap();
  await dialog.getByText('The technical sheet could not be loaded.').waitFor();
  await page.unroute('**/api/render/*/');
  await tryAgain(dialog.getByRole('button', { name: 'Try again' }), dialog.getByText('Model hash'));
  await page.route('**/files/*', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Download PNG' }).tap();
  await page.getByText('The picture could not be downloaded. Try opening it in another tab.').waitFor();
  await page.unroute('**/files/*');
  await dialog.getByRole('button', { name: 'Close' }).tap();
  await dialog.waitFor({ state: 'detached' });
  expect(story.errors).toEqual([]);
});

test('by keyboard: a button that is switched off under the focus leaves a dialog that Escape closes', async () => {
  const { page, context } = story;
  await slide(page, 'A walnut stool').first().click();
  const dialog = page.getByRole('dialog', { name: 'A walnut stool' });
  const again = dialog.getByRole('button', { name: /^Run again/ });
  await again.focus();
  await context.setOffline(true);
  await expect.poll(() => again.isDisabled()).toBe(true);
  await expect.poll(() => dialog.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await context.setOffline(false);
  await page.getByText('Offline', { exact: true }).waitFor({ state: 'detached' });
  expect(story.errors).toEqual([]);
});

test('a render that cannot be had says so, and is asked for again with a press', async () => {
  const { page } = story;
  await page.goto('about:blank');
  await page.goto(`${story.url}#render/999999`);
  const lost = page.getByRole('dialog').getByRole('alert');
  await lost.getByText('Could not load render details. Please try again.').waitFor();
  const asking = page.waitForResponse(/\/api\/render\/999999\/$/);
  await lost.getByRole('button', { name: 'Try again' }).tap();
  expect((await asking).status()).toBe(404);
  await lost.getByText('Could not load render details. Please try again.').waitFor();
  await page.keyboard.press('Escape');
  await lost.waitFor({ state: 'detached' });
  expect(story.errors).toEqual([]);
});

test('in another account the recipe is taken as far as its parts are there', async () => {
  const png = await downloadNewest(story.page);
  const stranger = await openStory({ viewport: { width: 1180, height: 900 } }, story.url);
  try {
    const { page } = stranger;
    await dropFile(page, 'stool.png', png);
    const question = page.getByRole('dialog', { name: 'Another model' });
    await question.getByRole('button', { name: 'Show stool.glb' }).click();
    await page.getByText('Not found here: the model stool.glb. The rest was taken.').waitFor();
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Prompt', exact: true }).inputValue())
      .toBe('A walnut stool');
    await page.getByRole('group', { name: 'Cup shell' }).waitFor();
    expect(stranger.errors).toEqual([]);
  } finally {
    await stranger.close();
  }
});

async function downloadNewest(page: Page): Promise<Uint8Array> {
  await slide(page, 'A walnut stool').first().click();
  const dialog = page.getByRole('dialog');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download PNG' }).click(),
  ]);
  return new Uint8Array(readFileSync((await download.path()) ?? ''));
}
