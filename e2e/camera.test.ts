import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RenderBody } from '../src/contract/http/renders.ts';
import { makeBoxes } from '../tests/support/box-model.ts';
import { checkScreen } from './support/check-screen.ts';
import { openStory, SMALL_DRAFTS, type Story } from './support/open-story.ts';
import { dropFile, hashOf, waitForModel } from './support/stage.ts';
import { untilKept } from './support/until-kept.ts';

/** A tower of 20 cm, and a block before it. */
const TOWER = makeBoxes([
  { name: 'Tower', size: [0.06, 0.2, 0.06], centre: [-0.04, 0, -0.05], colour: [0.8, 0.02, 0.02, 1] },
  { name: 'Block', size: [0.05, 0.05, 0.05], centre: [0.05, -0.075, 0.08], colour: [0.02, 0.1, 0.8, 1] },
]);

let story: Story;
beforeAll(async () => {
  story = await openStory({
    viewport: { width: 1180, height: 820 },
    isEmpty: true,
    renderSettings: { ...SMALL_DRAFTS, width: 256, height: 256 },
  });
});
afterAll(() => story?.close());

test('a person sets the lens, makes verticals upright, focuses, saves the view, comes back to it, and gets its picture', async () => {
  const { page, context, url } = story;
  await dropFile(page, 'tower.glb', TOWER);
  await waitForModel(page, hashOf(TOWER));
  await page.keyboard.press('k');
  const panel = page.getByRole('region', { name: 'Camera', exact: true });
  const box = (name: string) => panel.getByRole('textbox', { name, exact: true });
  const type = async (name: string, value: string): Promise<void> => {
    await box(name).fill(value);
    await box(name).press('Enter');
  };
  const reads = (name: string, value: string | RegExp) =>
    expect.poll(() => box(name).inputValue(), { timeout: 300_000 }).toMatch(value);

  // Focal length and field of view are one; a sensor goes between them.
  await reads('Field of view', /^45\s?°|45 deg/);
  await type('Focal length', '50');
  await reads('Field of view', /^39\.6/);
  await panel.getByRole('button', { name: /Sensor/ }).click();
  await page.getByRole('option', { name: /APS-C/ }).click();
  await reads('Focal length', /^32\.6/);
  await reads('Field of view', /^39\.6/);
  await panel.getByRole('button', { name: 'Upright verticals' }).click();
  await panel.getByText('Verticals are upright.').waitFor();
  await checkScreen(page, 'en', 'camera');

  // Sharp is what is clicked; beside the product nothing is.
  await panel.getByText('Depth of field', { exact: true }).click();
  await panel.getByRole('button', { name: /Aperture/ }).click();
  await page.getByRole('option', { name: 'f/1.4', exact: true }).click();
  // Between the stops of a lens, and no further than lenses go.
  for (const [typed, taken] of [
    ['1.25', '1.25'],
    ['0.2', '0.7'],
    ['100', '64'],
    ['1.4', '1.4'],
  ] as const) {
    await type('F-number', typed);
    await reads('F-number', new RegExp(`^${taken}$`));
    await panel
      .getByRole('button', { name: `f/${taken} Aperture` })
      .or(panel.getByRole('button', { name: `Aperture f/${taken}` }))
      .waitFor();
  }
  const distance = await box('Focus distance').inputValue();
  await reads('Real size', /^20 cm/);
  await panel.getByRole('button', { name: 'Focus here' }).click();
  const stage = page.getByRole('application', { name: '3D stage' });
  const place = await stage.boundingBox();
  if (place === null) throw new Error('there is no stage');
  const cursor = () =>
    page.evaluate(([x, y]) => getComputedStyle(document.elementFromPoint(x, y) as Element).cursor, [
      place.x + place.width * 0.75,
      place.y + place.height * 0.25,
    ] as const);
  expect(await cursor()).toBe('crosshair');
  await page.mouse.click(place.x + place.width * 0.75, place.y + place.height * 0.25);
  await panel.getByText(/There is no product there\./).waitFor();
  // The blue block, wherever it is.
  const shown = sharp(await stage.screenshot());
  const { data, info } = await shown.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const blue: [number, number][] = [];
  for (let at = 0; at < data.length; at += 3) {
    const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3);
    if (b > 60 && b > 2 * Math.max(r, g)) blue.push([(at / 3) % info.width, Math.floor(at / 3 / info.width)]);
  }
  const [x, y] = blue[blue.length >> 1] ?? [0, 0];
  await page.mouse.click(
    place.x + (x / info.width) * place.width,
    place.y + (y / info.height) * place.height,
  );
  await expect.poll(() => box('Focus distance').inputValue()).not.toBe(distance);
  expect(await cursor()).not.toBe('crosshair');
  const focused = await box('Focus distance').inputValue();
  expect(Number.parseFloat(focused)).toBeLessThan(Number.parseFloat(distance));

  // Undo goes back step by step, redo forward.
  await page.getByRole('button', { name: 'Undo: Focus' }).click();
  await reads('Focus distance', distance);
  await page.getByRole('button', { name: 'Redo: Focus' }).click();
  await reads('Focus distance', focused);

  await page.getByRole('button', { name: 'Save view', exact: true }).click();
  const view = page.getByRole('grid', { name: 'Saved views' }).getByRole('row').first();
  await view.waitFor();
  await panel.getByRole('button', { name: 'No shift' }).click();
  await type('Focal length', '20');
  await panel.getByText('Depth of field', { exact: true }).click();
  await untilKept(page);

  // The view, after a reload: as it was saved.
  await page.reload();
  await waitForModel(page, hashOf(TOWER));
  await page.keyboard.press('k');
  await reads('Focal length', /^20/);
  await view.click();
  await reads('Focal length', /^32\.6/);
  await reads('Focus distance', focused);
  await panel.getByText('Verticals are upright.').waitFor();

  const answering = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/api/render/'),
  );
  await page.getByRole('button', { name: 'Render', exact: true }).click();
  const answer = await answering;
  const { id } = (await answer.json()) as { id: number };
  const pictures = page
    .getByRole('region', { name: 'Renders of this project' })
    .getByRole('button')
    .getByRole('img');
  await pictures.first().waitFor({ timeout: 300_000 });
  const authorization = (await answer.request().headerValue('authorization')) ?? '';
  const get = (path: string) => context.request.get(new URL(path, url).href, { headers: { authorization } });
  const find = async () => RenderBody.parse(await (await get(`/api/render/${id}/`)).json());
  // Its slide is there before it is finished, where it takes long.
  await expect.poll(async () => (await find()).status).toBe('completed');
  const made = await find();
  const { camera } = made.recipe;
  expect(camera.sensor).toBe('aps-c');
  expect(camera.shift?.[1]).toBeLessThan(-0.05);
  expect(camera.depthOfField?.fNumber).toBe(1.4);
  // The picture is as sharp as the snapshot where the lens is focused, and soft in the tower behind it.
  const read = async (address: string | null) =>
    sharp(await (await get(address ?? '')).body())
      .removeAlpha()
      .raw()
      .toBuffer();
  const [picture, snapshot] = await Promise.all([read(made.main_output_url), read(made.viewer_snapshot_url)]);
  /** The hardest step from column to column of some rows: their mean has little of a draft's noise, and edges stand upright. */
  const hardest = (rgb: Buffer, from: number, to: number, isOf: (r: number, b: number) => number): number => {
    const columns = new Float64Array(256);
    for (let pixel = from * 256; pixel < to * 256; pixel++) {
      columns[pixel % 256]! += isOf(rgb[pixel * 3] ?? 0, rgb[pixel * 3 + 2] ?? 0) / (to - from);
    }
    return Math.max(...columns.slice(1).map((value, index) => Math.abs(value - (columns[index] ?? 0))));
  };
  const tower = (rgb: Buffer) => hardest(rgb, 70, 120, (r, b) => r - b);
  const block = (rgb: Buffer) => hardest(rgb, 195, 240, (r, b) => b - r);
  expect(tower(picture)).toBeLessThan(0.75 * tower(snapshot));
  expect(block(picture)).toBeGreaterThan(0.5 * block(snapshot));
  expect(story.errors).toEqual([]);
});
