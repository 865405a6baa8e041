import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RenderBody } from '../src/contract/http/renders.ts';
import { makeBoxes } from '../tests/support/box-model.ts';
import { openStory, type Story } from './support/open-story.ts';
import { dropFile, hashOf, waitForModel } from './support/stage.ts';

const BOX = makeBoxes([{ name: 'Box', size: [1, 1, 1], centre: [0, 0, 0], colour: [0.8, 0.02, 0.02, 1] }]);
/** Size that pictures are compared at. */
const [WIDTH, HEIGHT] = [256, 144];
/** What a picture of 16:9 shows of the stage's square, from top to bottom. */
const SHARE = 9 / 16;

let story: Story;
beforeAll(async () => {
  story = await openStory({ viewport: { width: 1180, height: 820 }, isEmpty: true });
});
afterAll(() => story?.close());

/** RGB of a picture in the size of comparison. */
async function shrink(image: Sharp): Promise<Buffer> {
  return image.removeAlpha().resize(WIDTH, HEIGHT, { fit: 'fill' }).raw().toBuffer();
}

/** Where the red box is. */
function boxOf(rgb: Buffer): boolean[] {
  return Array.from({ length: WIDTH * HEIGHT }, (_, pixel) => {
    const [red = 0, green = 0, blue = 0] = rgb.subarray(pixel * 3, pixel * 3 + 3);
    return red > 40 && red > 1.7 * Math.max(green, blue);
  });
}

/** Intersection over union of the box in two pictures. */
function overlap(one: Buffer, other: Buffer): number {
  const [a, b] = [boxOf(one), boxOf(other)];
  const count = (holds: (pixel: number) => boolean) => a.filter((_, pixel) => holds(pixel)).length;
  return (
    count((pixel) => a[pixel] === true && b[pixel] === true) / count((pixel) => a[pixel] || b[pixel] === true)
  );
}

test('a wide picture is chosen by keyboard, shown as a frame on the stage, and is what the frame showed', async () => {
  const { page, context, url } = story;
  await dropFile(page, 'box.glb', BOX);
  await waitForModel(page, hashOf(BOX));
  const stage = page.getByRole('application', { name: '3D stage' });
  const stageFrame = async () => {
    const picture = sharp(await stage.screenshot());
    const { width = 0, height = 0 } = await picture.metadata();
    const frameHeight = Math.round(height * SHARE);
    const top = Math.round((height - frameHeight) / 2);
    const frame = await shrink(picture.clone().extract({ left: 0, top, width, height: frameHeight }));
    const above = { left: Math.round(width * 0.85), top: 4, width: 20, height: 10 };
    const [edge] = (await sharp(await picture.clone().extract(above).png().toBuffer()).stats()).channels;
    return { frame, above: edge?.mean ?? 0 };
  };
  await page.keyboard.press('v');
  await page.keyboard.press('1');
  await page.getByRole('button', { name: 'Front', pressed: true }).waitFor();
  await page.keyboard.press('v');
  const plain = await stageFrame();

  // Ratio by the arrow keys, size from its menu; both can be taken back, and neither changes the price.
  await page.getByRole('button', { name: /^Advanced/ }).click();
  await page.getByRole('radio', { name: '1:1' }).focus();
  for (const ratio of ['4:5', '3:2', '16:9']) {
    await page.keyboard.press('ArrowRight');
    await page.getByRole('radio', { name: ratio, checked: true }).waitFor();
  }
  const size = page.getByRole('button', { name: /Size/ });
  await size.filter({ hasText: '1024 × 576' }).click();
  await page.getByRole('option', { name: '512 × 288' }).click();
  await size.filter({ hasText: '512 × 288' }).waitFor();
  await page.getByRole('button', { name: 'Undo: Picture size' }).click();
  await page.getByRole('button', { name: 'Undo: Picture ratio' }).click();
  await page.getByRole('radio', { name: '3:2', checked: true }).waitFor();
  await page.getByRole('button', { name: 'Redo: Picture ratio' }).click();
  await page.getByRole('button', { name: 'Redo: Picture size' }).click();
  await size.filter({ hasText: '512 × 288' }).waitFor();
  const render = page.getByRole('button', { name: 'Render', exact: true });
  await render.filter({ hasText: '200' }).waitFor();
  await page.locator('label').filter({ hasText: 'Draft' }).click();
  await page.getByText(/Half the price: 100 credits an image/).waitFor();
  await render.filter({ hasText: '100' }).waitFor();

  // What lies around the frame is dimmed.
  await expect.poll(async () => (await stageFrame()).above).toBeLessThan(0.8 * plain.above);
  const { frame } = await stageFrame();

  // Light on the left, beside the box and inside the frame, above the tools: the tool's panel stands at the right.
  await page.keyboard.press('p');
  await page.getByRole('img', { name: 'Light-map sketch, empty', exact: true }).waitFor();
  const box = (await stage.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const;
  await page.mouse.move(...at(0.13, 0.238));
  await page.mouse.down();
  await page.mouse.move(...at(0.19, 0.238), { steps: 2 });
  await page.mouse.up();
  await page.getByRole('img', { name: 'Light-map sketch, 1 stroke', exact: true }).waitFor();

  const answering = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/api/render/'),
  );
  await render.click();
  const answer = await answering;
  const { id } = (await answer.json()) as { id: number };
  const pictures = page
    .getByRole('region', { name: 'Renders of this project' })
    .getByRole('button')
    .getByRole('img');
  await pictures.first().waitFor({ timeout: 300_000 });
  const authorization = (await answer.request().headerValue('authorization')) ?? '';
  const get = (path: string) => context.request.get(new URL(path, url).href, { headers: { authorization } });
  const made = RenderBody.parse(await (await get(`/api/render/${id}/`)).json());
  expect([made.recipe.widthPx, made.recipe.heightPx]).toEqual([512, 288]);
  expect(made.recipe.passes.lightmap).not.toBeNull();
  const output = sharp(await (await get(made.main_output_url ?? '')).body());
  expect(await output.metadata()).toMatchObject({ width: 512, height: 288 });
  const [snapshot, drawn] = await Promise.all([
    shrink(sharp(await (await get(made.viewer_snapshot_url)).body())),
    shrink(output),
  ]);

  // The frame on the stage, the snapshot and the picture hold the same.
  expect(boxOf(snapshot).filter(Boolean).length).toBeGreaterThan((WIDTH * HEIGHT) / 20);
  expect(overlap(frame, snapshot)).toBeGreaterThan(0.98);
  expect(overlap(drawn, snapshot)).toBeGreaterThan(0.98);
  const red = (x: number) =>
    drawn[(Math.round(HEIGHT * ((0.238 - 0.5) / SHARE + 0.5)) * WIDTH + Math.round(WIDTH * x)) * 3] ?? 0;
  // Bright as the backdrop is, white would be 1.33 times as bright.
  expect(red(0.16)).toBeGreaterThan(1.2 * red(0.84));
  expect(story.errors).toEqual([]);
});
