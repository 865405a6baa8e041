import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LibraryItemBody } from '../src/contract/http/libraries.ts';
import { ProjectBody } from '../src/contract/http/projects.ts';
import { RenderBody } from '../src/contract/http/renders.ts';
import { makeBoxes } from '../tests/support/box-model.ts';
import { authorizationOf } from './support/ask-as.ts';
import { listViolations } from './support/list-violations.ts';
import { openSection } from './support/open-section.ts';
import { openStory, SMALL_DRAFTS, type Story } from './support/open-story.ts';
import { orderRecipe } from './support/order-recipe.ts';
import { dropFile, hashOf, waitForModel } from './support/stage.ts';
import { untilKept } from './support/until-kept.ts';

const BOX = makeBoxes([{ name: 'Box', size: [1, 1, 1], centre: [0, 0, 0], colour: [0.8, 0.8, 0.8, 1] }]);

let story: Story;
/** Calls that bring the server something. */
const sent: string[] = [];

beforeAll(async () => {
  story = await openStory({ viewport: { width: 1180, height: 820 }, renderSettings: SMALL_DRAFTS });
  await story.context.addInitScript(followLocks);
  // The sample's background and style stay; the sample itself would be drawn anew at every reload.
  await dropFile(story.page, 'box.glb', BOX);
  await waitForModel(story.page, hashOf(BOX));
  story.page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
  });
});
afterAll(() => story?.close());

declare global {
  interface Window {
    /** Whether the section could be pressed, after each change: `locked` or `open`. */
    locks: string[];
    /** Where its header stood while it was open, in CSS pixels from the top, after each change; first while the model came. */
    places: { coming: number[]; there: number[] };
  }
}

/** On the page: follows whether the section can be pressed, and where. */
function followLocks(): void {
  const locks: string[] = [];
  const places: Window['places'] = { coming: [], there: [] };
  Object.assign(window, { locks, places });
  new MutationObserver(() => {
    const header = [...document.querySelectorAll<HTMLButtonElement>('h2 button')].find((one) =>
      one.textContent?.startsWith('Background'),
    );
    if (header === undefined) return;
    const now = header.disabled ? 'locked' : 'open';
    if (locks.at(-1) !== now) locks.push(now);
    if (header.ariaExpanded !== 'true') return;
    const isThere = document.querySelector('[data-material]:not([inert] *)') !== null;
    places[isThere ? 'there' : 'coming'].push(header.getBoundingClientRect().y);
  }).observe(document, { subtree: true, childList: true, attributes: true });
}

const button = (name: string | RegExp) => story.page.getByRole('button', { name, exact: true });
const stops = () => story.page.getByRole('slider', { name: /^Stop \d of/ });
const stop = (number: number) => story.page.getByRole('slider', { name: new RegExp(`^Stop ${number} of`) });
const placesAre = (...expected: number[]) =>
  expect
    .poll(() => stops().evaluateAll((all) => all.map((input) => Number((input as HTMLInputElement).value))), {
      timeout: 300_000,
    })
    .toEqual(expected);
const choice = (name: string) => story.page.locator('label').filter({ hasText: new RegExp(`^${name}$`) });

async function reload(): Promise<void> {
  await untilKept(story.page);
  await story.page.reload();
  await openSection(story.page, 'Background');
  await waitForModel(story.page, hashOf(BOX));
  // What can be pressed while the model comes can still be pressed when it is there: nothing that was opened is closed.
  await button(/^Background/)
    .and(story.page.locator(':enabled'))
    .waitFor();
  const locks = await story.page.evaluate(() => window.locks);
  expect(locks.slice(locks.indexOf('open'))).toEqual(['open']);
  // Nor does what is about to be pressed move away.
  await story.page.locator('[data-material]:not([inert] *)').waitFor();
  const { coming, there } = await story.page.evaluate(() => window.places);
  if (coming.length > 0) expect(new Set(there)).toEqual(new Set(coming.slice(-1)));
}

const ask = async (path: string, init: Parameters<Story['context']['request']['fetch']>[1] = {}) =>
  story.context.request.fetch(new URL(path, story.url).href, {
    headers: await authorizationOf(story.page),
    ...init,
  });

/** Pixels of a picture of the server's: `at` gives red, green and blue. */
async function fetchPixels(path: string) {
  const { data, info } = await sharp(await (await ask(path)).body())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return {
    ...info,
    at: (x: number, y: number) => [0, 1, 2].map((k) => data[(y * info.width + x) * 3 + k] ?? Number.NaN),
  };
}

test('a gradient is made by hand and by keys, undone step by step, also after a reload', {
  timeout: 480_000,
}, async () => {
  const { page } = story;
  await openSection(story.page, 'Background');
  await button('Remove background').click();
  // A plain colour closes the section (S3 4).
  await expect.poll(() => button(/^Background/).getAttribute('aria-expanded')).toBe('false');
  await openSection(story.page, 'Background');
  await choice('Gradient').click();
  await placesAre(0, 1);
  await button('Dusk').click();
  await placesAre(0, 0.33, 0.67, 1);
  await expect.poll(() => button('Dusk').getAttribute('aria-pressed')).toBe('true');

  // A press on the bar adds a stop there, which has the focus; keys move it between its neighbours, Delete removes it.
  const bar = button('Add a stop here');
  const box = await bar.boundingBox();
  if (box === null) throw new Error('no bar');
  const xOf = (at: number): number => box.x + 10 + at * (box.width - 20);
  const y = box.y + box.height / 2;
  await page.mouse.click(xOf(0.5), y);
  await placesAre(0, 0.33, 0.5, 0.67, 1);
  await expect.poll(() => stop(3).evaluate((input) => input === document.activeElement)).toBe(true);
  for (const _press of [1, 2, 3]) await page.keyboard.press('ArrowRight');
  await placesAre(0, 0.33, 0.53, 0.67, 1);
  await page.keyboard.press('End');
  await placesAre(0, 0.33, 0.67, 0.67, 1);
  await page.keyboard.press('Delete');
  await placesAre(0, 0.33, 0.67, 1);
  await expect.poll(() => stop(2).evaluate((input) => input === document.activeElement)).toBe(true);

  // A drag is one step, however many places it passes.
  await page.mouse.move(xOf(0.33), y);
  await page.mouse.down();
  for (const at of [0.3, 0.25, 0.2]) await page.mouse.move(xOf(at), y);
  await page.mouse.up();
  await placesAre(0, 0.2, 0.67, 1);
  await button('Undo: Gradient').click();
  await placesAre(0, 0.33, 0.67, 1);
  await button('Redo: Gradient').click();
  await placesAre(0, 0.2, 0.67, 1);

  // Colour, shape and angle.
  await button('Colour of stop 2').click();
  await page.getByRole('textbox', { name: 'Hex value' }).fill('#3366cc');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await stop(2)
    .and(page.getByRole('slider', { name: 'Stop 2 of 4, #3366CC' }))
    .waitFor();
  await page.getByRole('slider', { name: 'Angle' }).fill('135');
  await page.getByText('135°').waitFor();

  expect(await listViolations(page)).toEqual([]);

  await reload();
  await placesAre(0, 0.2, 0.67, 1);
  await page.getByText('135°').waitFor();
  await page.keyboard.press('ControlOrMeta+z');
  await page.getByText('180°').waitFor();
  await page.keyboard.press('ControlOrMeta+z');
  await page.getByRole('slider', { name: 'Stop 2 of 4, #7D5A7B' }).waitFor();
  await page.keyboard.press('ControlOrMeta+z');
  await placesAre(0, 0.33, 0.67, 1);
  for (const _step of [1, 2, 3]) await page.keyboard.press('ControlOrMeta+Shift+z');
  await page.getByText('135°').waitFor();
  await placesAre(0, 0.2, 0.67, 1);
  expect(story.errors).toEqual([]);
});

test('two orders of a gradient bring its picture once, and the render stands before its very pixels', {
  timeout: 480_000,
}, async () => {
  await openSection(story.page, 'Background');
  if ((await stops().count()) === 0) {
    await button('Remove background').click();
    await openSection(story.page, 'Background');
    await choice('Gradient').click();
  }
  await button('Dusk').click();
  await placesAre(0, 0.33, 0.67, 1);
  // A style grades what stands behind the product as well.
  await openSection(story.page, 'Style');
  await button('Remove style').click();

  sent.length = 0;
  const first = await orderRecipe(story);
  const second = await orderRecipe(story);
  expect(sent.filter((path) => path === '/api/picture/')).toHaveLength(1);
  expect(sent.indexOf('/api/picture/')).toBeLessThan(sent.indexOf('/api/render/'));
  expect(second.background).toEqual(first.background);
  expect(first.background).toMatchObject({
    kind: 'image',
    libraryId: null,
    fidelity: 1,
    gradient: { kind: 'linear', angleDegrees: 180, stops: [{}, { at: 0.33, colour: '#7d5a7b' }, {}, {}] },
  });

  const newest = async (): Promise<RenderBody> => {
    const answer = await ask('/api/render/');
    return RenderBody.array().parse(await answer.json())[1] as RenderBody;
  };
  await expect.poll(async () => (await newest()).status, { timeout: 300_000 }).toBe('completed');
  const { background, main_output_url: address } = await newest();
  const [painted, made] = [await fetchPixels(background?.image_url ?? ''), await fetchPixels(address ?? '')];
  expect([painted.width, painted.height]).toEqual([64, 64]);
  // The upper edge, which the product and its shadow leave free.
  for (let x = 0; x < 64; x += 1)
    for (const y of [0, 1])
      for (const [k, value] of made.at(x, y).entries())
        expect(Math.abs(value - (painted.at(x, y)[k] ?? 999)), `${x}, ${y}`).toBeLessThanOrEqual(2);
  expect(painted.at(0, 0)).not.toEqual(painted.at(0, 63));
  expect(story.errors).toEqual([]);
});

test('undone back to a background that was deleted from the library, the project is saved and rendered with it', {
  timeout: 480_000,
}, async () => {
  const { page } = story;
  const wall = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#2244aa' } })
    .png()
    .toBuffer();
  const uploaded = await ask('/api/background/', {
    method: 'POST',
    multipart: { name: 'Blue wall', image: { name: 'wall.png', mimeType: 'image/png', buffer: wall } },
  });
  const item = LibraryItemBody.parse(await uploaded.json());
  await reload();
  await button('Library').click();
  const dialog = page.getByRole('dialog', { name: 'Select a Background' });
  await dialog.getByRole('searchbox').fill('Blue wall');
  await dialog.getByRole('row', { name: 'Blue wall', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await button('Undo: Background Blue wall').waitFor();
  await button('Remove background').click();
  expect((await ask(`/api/background/${item.id}/`, { method: 'DELETE' })).status()).toBe(204);
  await reload();

  await button('Undo: Background removed').click();
  await page.getByText('Blue wall', { exact: true }).waitFor();
  const saving = page.waitForResponse(
    (response) => response.request().method() === 'PATCH' && /\/api\/project\/\d+\/$/.test(response.url()),
  );
  await button('Save Project (Changes detected)').click();
  const saved = await saving;
  expect(saved.status()).toBe(200);
  const body = ProjectBody.parse(await saved.json());
  expect(body.background).toMatchObject({ id: item.id, name: 'Blue wall' });
  const recipe = await orderRecipe(story);
  expect(recipe.background).toMatchObject({ kind: 'image', libraryId: item.id, imageHash: item.image_hash });
  expect(story.errors).toEqual([]);
});
