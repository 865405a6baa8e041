import type { CDPSession, Locator } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LibraryItemBody } from '../src/contract/http/libraries.ts';
import { makeBoxes } from '../tests/support/box-model.ts';
import { listViolations } from './support/list-violations.ts';
import { openStory, type Story } from './support/open-story.ts';
import { dropFile, dropFiles, hashOf, waitForModel } from './support/stage.ts';
import { rememberedCamera } from './support/viewer-facts.ts';

/** Two blocks beside each other: from any side that the hero angle shows, one is to the left and one to the right. */
const BLOCKS = makeBoxes([
  { name: 'Left block', size: [2, 2, 2], centre: [-1.5, 0, 0], colour: [0.6, 0.6, 0.6, 1] },
  { name: 'Right block', size: [2, 2, 2], centre: [1.5, 0, 0], colour: [0.6, 0.6, 0.6, 1] },
]);

let story: Story;
let cdp: CDPSession;
beforeAll(async () => {
  story = await openStory({ isEmpty: true, hasTouch: true });
  cdp = await story.context.newCDPSession(story.page);
  await dropFile(story.page, 'blocks.glb', BLOCKS);
  await waitForModel(story.page, hashOf(BLOCKS));
});
afterAll(() => story?.close());

const stage = () => story.page.getByRole('application');
const library = () => story.page.getByRole('dialog', { name: 'Select a Material' });
const offer = (name: string) => story.page.getByRole('group', { name: `Part of ${name}`, exact: true });
const undo = (label: string) => story.page.getByRole('button', { name: `Undo: ${label}`, exact: true });
/** A place on the stage, in shares of it. */
async function spot(x: number, y = 0.5): Promise<[number, number]> {
  const box = await stage().boundingBox();
  if (box === null) throw new Error('the stage is not shown');
  return [box.x + box.width * x, box.y + box.height * y];
}
const LEFT = 0.35;
const RIGHT = 0.65;

async function openLibrary(): Promise<Locator> {
  await story.page.mouse.click(...(await spot(LEFT)));
  await offer('Left block')
    .getByRole('button', { name: /^Library/ })
    .click();
  await library().getByRole('searchbox').fill('Oak');
  const row = library().getByRole('row', { name: 'Oak', exact: true });
  await row.waitFor();
  return row;
}
async function middleOf(row: Locator): Promise<[number, number]> {
  const box = await row.boundingBox();
  if (box === null) throw new Error('the picture is not shown');
  return [box.x + box.width / 2, box.y + box.height / 3];
}
const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [number, number][]) =>
  cdp.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
/** What is carried says what it would lie on. */
const carriedOn = (words: string) => story.page.getByText(words, { exact: true });

test('a material is carried from the library onto a part, by mouse and by finger, and Escape gives it up', async () => {
  const { page } = story;
  // Seen from the front the blocks stand in known halves of the stage.
  await stage().press('1');
  await expect.poll(async () => (await rememberedCamera(page))?.position[0]).toBeCloseTo(0, 2);
  const row = await openLibrary();
  expect(await listViolations(page, '[role=dialog]')).toEqual([]);
  await page.mouse.move(...(await middleOf(row)));
  await page.mouse.down();
  await page.mouse.move(...(await spot(0.5, 0.1)), { steps: 2 });
  await carriedOn('Drop it on a part of the model').waitFor();
  await page.mouse.move(...(await spot(RIGHT)), { steps: 2 });
  await carriedOn('on Right block').waitFor();

  // Given up: the library is there as it was, and nothing was laid on.
  await page.keyboard.press('Escape');
  await carriedOn('on Right block').waitFor({ state: 'detached' });
  await page.mouse.up();
  await row.waitFor();
  expect(
    await library().evaluate((dialog) => getComputedStyle(dialog.closest('[class*=overlay]')!).opacity),
  ).toBe('1');

  await page.mouse.move(...(await middleOf(row)));
  await page.mouse.down();
  await page.mouse.move(...(await spot(LEFT)), { steps: 2 });
  await page.mouse.move(...(await spot(RIGHT)), { steps: 2 });
  await carriedOn('on Right block').waitFor();
  await page.mouse.up();
  await undo('Oak on Right block').click();
  await library().waitFor({ state: 'detached' });

  const again = await openLibrary();
  await touch('touchStart', await middleOf(again));
  await carriedOn('Drop it on a part of the model').waitFor();
  await touch('touchMove', await spot(LEFT));
  await touch('touchMove', await spot(RIGHT));
  await carriedOn('on Right block').waitFor();
  await touch('touchEnd');
  await undo('Oak on Right block').waitFor();
  await library().waitFor({ state: 'detached' });
});

test('a tap offers the library of the part, a double tap frames it, and one beside the model the whole of it', async () => {
  const { page } = story;
  await page.mouse.click(...(await spot(RIGHT)));
  await offer('Right block').waitFor();
  expect(await listViolations(page, 'section[aria-label="3D stage"]')).toEqual([]);
  await page.keyboard.press('Escape');
  await offer('Right block').waitFor({ state: 'detached' });

  const target = async () => (await rememberedCamera(page))?.target[0] ?? 0;
  const whole = await target();
  await page.mouse.dblclick(...(await spot(RIGHT)));
  await expect.poll(target).toBeGreaterThan(whole + 2);
  expect(await offer('Right block').count()).toBe(0);
  await page.mouse.dblclick(...(await spot(0.96, 0.06)));
  await expect.poll(target).toBeCloseTo(whole, 1);
  // The part that was tapped last, by keyboard.
  await page.mouse.click(...(await spot(LEFT)));
  await offer('Left block').waitFor();
  await stage().press('Shift+F');
  await expect.poll(target).toBeLessThan(whole - 2);
  await stage().press('f');
  await expect.poll(target).toBeCloseTo(whole, 1);
});

test('a picture that is dropped on the stage is asked about: a background, or the texture of the part under it', async () => {
  const { page } = story;
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#3366aa' } })
    .jpeg()
    .toBuffer();
  const question = page.getByRole('dialog', { name: 'What is this picture for?' });
  await dropFiles(page, [['sky.jpg', picture]]);
  await question.getByText('sky.jpg').waitFor();
  expect(await listViolations(page, '[role=dialog]')).toEqual([]);
  expect(await question.getByRole('button', { name: /^Texture/ }).count()).toBe(0);
  await question.getByRole('button', { name: 'Use as background' }).click();
  await undo('Background sky.jpg').waitFor();
  await question.waitFor({ state: 'detached' });

  await dropFiles(page, [['weave.jpg', picture]], await spot(LEFT));
  await question.getByRole('button', { name: 'Texture of Left block' }).click();
  await page.getByRole('button', { name: /^Undo: weave/ }).waitFor();
  expect(story.errors).toEqual([]);
});

/** A colour, slopes for DirectX that lean up, a rough patch and what nothing is made of. */
async function makeMaps(name: string): Promise<(readonly [string, Buffer])[]> {
  const flat = (background: string) =>
    sharp({ create: { width: 64, height: 64, channels: 3, background } })
      .png()
      .toBuffer();
  return [
    [`${name}_Color.png`, await flat('#884422')],
    [`${name}_NormalDX.png`, await flat('#80c0e0')],
    [`${name}_Roughness.png`, await flat('#cccccc')],
    [`${name}_Displacement.png`, await flat('#808080')],
  ];
}

test('maps of a material that are dropped together are one: on the part they fell on, and in the library', async () => {
  const { page } = story;
  const offered = page.getByRole('dialog', { name: 'These pictures are maps of a material' });
  await dropFiles(page, await makeMaps('Felt_1K-PNG'), await spot(LEFT));
  await offered.getByText('Colour, normal, roughness', { exact: true }).waitFor();
  await offered.getByText('Not used here, and not uploaded: displacement.').waitFor();
  expect(await listViolations(page, '[role=dialog]')).toEqual([]);
  expect(await offered.getByRole('radio', { name: 'DirectX' }).isChecked()).toBe(true);
  const sent = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/api/material/'),
  );
  // Without a server it waits, and goes up by itself.
  await story.context.setOffline(true);
  await offered.getByText('Press upload, and it begins when the server is back.').waitFor();
  await offered.getByRole('button', { name: 'Upload and put on Left block' }).click();
  await offered.getByText('It is uploaded as soon as the server is back.').waitFor();
  await story.context.setOffline(false);
  await undo('Felt on Left block').waitFor();
  await offered.waitFor({ state: 'detached' });
  const { material } = (await (await sent).json()) as LibraryItemBody;
  // Its slopes lean the other way now, as OpenGL has them.
  const normal = await page.request.get(new URL(material?.normal?.url ?? '', page.url()).href);
  const { channels } = await sharp(await normal.body()).stats();
  expect(channels[1]?.mean).toBeGreaterThan(55);
  expect(channels[1]?.mean).toBeLessThan(72);
  expect(material?.roughness_map).not.toBeNull();

  // Two of them on the library's window, and by its file dialog; one map is left out, one set goes separately.
  await page.keyboard.press('Escape');
  await page.mouse.click(...(await spot(RIGHT)));
  await offer('Right block')
    .getByRole('button', { name: /^Library/ })
    .click();
  await library().getByRole('searchbox').waitFor();
  const files = [...(await makeMaps('Jute')), ...(await makeMaps('Cork'))];
  await library()
    .locator('input[type=file]')
    .setInputFiles(files.map(([name, buffer]) => ({ name, mimeType: 'image/png', buffer })));
  const upload = library().getByRole('complementary', { name: 'Upload 2 pictures' });
  await upload.getByRole('button', { name: 'Leave out roughness of Jute' }).click();
  await upload.getByText('Colour, normal', { exact: true }).waitFor();
  await upload.getByRole('button', { name: 'Upload separately the pictures of Cork' }).click();
  await library().getByRole('complementary', { name: 'Upload 5 pictures' }).waitFor();
  await library().getByRole('button', { name: 'Cancel' }).last().click();

  const transfer = await page.evaluateHandle(
    (list) => {
      const held = new DataTransfer();
      for (const [name, base64] of list) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        held.items.add(new File([bytes], name));
      }
      return held;
    },
    files.map(([name, bytes]) => [name, bytes.toString('base64')] as const),
  );
  await library().dispatchEvent('drop', { dataTransfer: transfer });
  await upload.getByRole('button', { name: 'Upload all' }).click();
  await library().getByRole('row', { name: 'Jute', exact: true }).waitFor();
  await library().getByRole('row', { name: 'Cork', exact: true }).click();
  await undo('Cork on Right block').waitFor();
  expect(story.errors).toEqual([]);
});

test('what is in the file can be read and copied', async () => {
  const { page } = story;
  await page.getByRole('button', { name: 'About this model' }).click();
  const about = page.getByRole('dialog', { name: 'About this model' });
  await about.getByText('Everything in the file is shown.').waitFor();
  expect(await listViolations(page, '[role=dialog]')).toEqual([]);
  await page.keyboard.press('Escape');
  await about.waitFor({ state: 'detached' });
  expect(story.errors).toEqual([]);
});
