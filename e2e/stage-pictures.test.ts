import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasSamples } from '../tests/support/tiny-model.ts';
import { dropPaths } from './support/drop-paths.ts';
import { openStory, type Story } from './support/open-story.ts';

const SAMPLES = join(import.meta.dirname, '../../shared/samples');
/** For people to look at; not kept with the project. */
const FOLDER = join(import.meta.dirname, '../test-results/stage');

/** Of the patches that are looked at. */
const SIDE_PX = 30;

const MODELS = [
  ['WaterBottle.glb', 'glb/WaterBottle.glb'],
  ['SheenChair.glb', 'glb/SheenChair.glb'],
  ['StainedGlassLamp.gltf', 'gltf/StainedGlassLamp_ktx2'],
  ['FlightHelmet.gltf', 'gltf/FlightHelmet'],
  ['car_police.obj', 'obj/police_car'],
  ['hand.obj', 'obj/franka_hand_zup'],
] as const;

describe.skipIf(!hasSamples)('real models on the stage', () => {
  let story: Story;
  beforeAll(async () => {
    mkdirSync(FOLDER, { recursive: true });
    story = await openStory({ viewport: { width: 1000, height: 820 }, isEmpty: true });
    // The largest of them take long on a busy machine.
  });
  afterAll(() => story?.close());

  test.each(MODELS)('%s stands whole in the picture', async (name, path) => {
    const { page } = story;
    await dropPaths(page, [join(SAMPLES, path)]);
    await page.getByRole('list', { name: 'Model' }).getByText(name, { exact: true }).waitFor();
    await page.getByRole('progressbar').waitFor({ state: 'detached' });
    await page.keyboard.press('f');
    // What is told of a model stands over the corner that is looked at.
    const told = page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Dismiss' });
    while ((await told.count()) > 0) await told.first().click();
    const stage = page.getByRole('application', { name: '3D stage' });
    const file = join(FOLDER, `${name}.png`);
    await stage.screenshot({ path: file });
    // The product stands in the middle and leaves the upper edge to the backdrop, which is grey.
    const { width = 0, height = 0 } = await sharp(file).metadata();
    const patch = async (left: number, top: number) => {
      const region = { left: Math.round(left), top: Math.round(top), width: SIDE_PX, height: SIDE_PX };
      // Statistics are of what goes in, whatever is asked of it.
      const cut = await sharp(file).extract(region).png().toBuffer();
      const { channels } = await sharp(cut).stats();
      return Math.max(...channels.slice(0, 3).map(({ stdev }) => stdev));
    };
    expect(await patch(width * 0.8, height * 0.12)).toBeLessThan(4);
    const rows = await Promise.all(
      [0.35, 0.45, 0.55, 0.65].map((share) => patch((width - SIDE_PX) / 2, height * share)),
    );
    expect(Math.max(...rows)).toBeGreaterThan(4);
    expect(story.errors).toEqual([]);
  });
});
