import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ModelPose } from '../../src/contract/render-spec.ts';
import { tracePicture } from '../../src/tracer/trace-picture.ts';
import { makeAnimated } from '../support/animated-model.ts';
import type { TestBrowser } from '../support/browser.ts';
import { type Pixels, pixelsOf } from '../support/pixels.ts';
import { buildKernel, createSpec, createTestHost, nameFile } from '../support/trace-host.ts';
import { base64, captureOf, openViewerPage, openViewerTests } from '../support/viewer-page.ts';

const SIZE = 96;
const [SLIDER, POST] = [2, 3];

let tests: TestBrowser;
let page: Page;
let glb: Uint8Array;
beforeAll(async () => {
  buildKernel();
  tests = await openViewerTests();
  page = await openViewerPage(tests);
  glb = await makeAnimated();
});
afterAll(() => tests.close());

const show = async (pose: ModelPose | null = null) => {
  const report = await page.evaluate(([model, at]) => window.harness.show(model, { pose: at }), [
    base64(glb),
    pose,
  ] as const);
  await page.evaluate(() => window.harness.look([0.5, 1.5, 8]));
  return report;
};
const setPose = (pose: ModelPose | null, isPassing = false) =>
  page.evaluate(([at, passing]) => window.harness.viewer.api.setPose(at, passing), [
    pose,
    isPassing,
  ] as const);
const ids = async (): Promise<Pixels> => {
  const { ids: drawn } = await captureOf(page, ['ids'], SIZE);
  if (drawn === null) throw new Error('nothing was drawn');
  return drawn;
};

/** Middle of what has an id, in pixels; null where nothing has. */
function middleOf(drawn: Pixels, id: number): { x: number; y: number; count: number } | null {
  let [x, y, count] = [0, 0, 0];
  for (let row = 0; row < SIZE; row++)
    for (let column = 0; column < SIZE; column++) {
      if (drawn.at(column, row)[0] !== id) continue;
      x += column;
      y += row;
      count += 1;
    }
  return count === 0 ? null : { x: x / count, y: y / count, count };
}

test('the viewer tells which animations a model has, and how long they are', async () => {
  expect((await show())?.clips).toEqual([
    { name: 'Go', seconds: 2 },
    { name: '', seconds: 0 },
  ]);
});

test('a pose moves what is drawn, and null brings the file’s own back', async () => {
  await show();
  const before = await ids();
  await setPose({ clip: 0, seconds: 0 });
  const left = middleOf(await ids(), SLIDER);
  await setPose({ clip: 0, seconds: 2 });
  const right = middleOf(await ids(), SLIDER);
  expect(right?.x ?? 0).toBeGreaterThan((left?.x ?? 0) + 30);
  await setPose(null);
  expect((await ids()).data).toEqual(before.data);
});

test('a model that is shown again stands in its pose at once', async () => {
  await show();
  await setPose({ clip: 0, seconds: 2 });
  const posed = await ids();
  await show({ clip: 0, seconds: 2 });
  expect((await ids()).data).toEqual(posed.data);
});

test('what is under a pointer is what is seen there, wherever a pose moved it', async () => {
  await show();
  const at = async (place: { x: number; y: number } | null) =>
    page.evaluate(([x, y]) => window.harness.viewer.api.partAt(x, y), [
      ((place?.x ?? 0) / SIZE) * 320,
      ((place?.y ?? 0) / SIZE) * 320,
    ] as const);
  for (const seconds of [0, 1, 2]) {
    await setPose({ clip: 0, seconds });
    const slider = middleOf(await ids(), SLIDER);
    expect((await at(slider))?.materialIndex).toBe(SLIDER - 2);
  }
  await setPose({ clip: 0, seconds: 1 });
  const drawn = await ids();
  // The bent half: as far to the right as the post comes, where nothing was in the file's pose.
  const post = Array.from({ length: SIZE * SIZE }, (_, i) => ({
    x: i % SIZE,
    y: Math.floor(i / SIZE),
  })).filter(({ x, y }) => drawn.at(x, y)[0] === POST);
  const column = post.reduce((most, { x }) => Math.max(most, x), 0) - 3;
  const rows = post.filter(({ x }) => x === column).map(({ y }) => y);
  const tip = { x: column + 0.5, y: rows.reduce((sum, y) => sum + y, 0.5) / rows.length };
  expect((await at(tip))?.materialIndex).toBe(POST - 2);
  await setPose(null);
  expect(await at(tip)).toBeNull();
});

test('pictures that are taken while it plays show the pose that was set', async () => {
  await show();
  await setPose({ clip: 0, seconds: 0 });
  const still = await ids();
  await setPose({ clip: 0, seconds: 1.5 }, true);
  expect((await ids()).data).toEqual(still.data);
  // It plays on from there: the pointer meets what is seen.
  const place = await page.evaluate(() => window.harness.viewer.api.camera());
  expect(place.position[2]).toBeGreaterThan(0);
  await setPose({ clip: 0, seconds: 1.5 });
  expect((await ids()).data).not.toEqual(still.data);
});

test.each([0.5, 1, 2])('Studio draws the pose of the stage, at %d s', async (seconds) => {
  const pose = { clip: 0, seconds };
  await show(pose);
  const drawn = await ids();
  const camera = await page.evaluate(() => window.harness.viewer.api.camera());
  const model = nameFile(glb);
  const base = createSpec(model.hash);
  const spec = {
    ...base,
    camera,
    widthPx: SIZE,
    heightPx: SIZE,
    background: { kind: 'colour', colour: '#000000' } as const,
    scene: {
      ...base.scene,
      pose,
      shadowIntensity: 0,
      normalisation: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
    },
  };
  const files = new Map([[model.hash, model.bytes]]);
  let picture: Pixels | null = null;
  for await (const event of tracePicture(
    { spec, files },
    await createTestHost(1, false),
    new AbortController().signal,
  ))
    if (event.kind === 'image') picture = pixelsOf(event.rgba, SIZE);
  let [both, either] = [0, 0];
  for (let y = 0; y < SIZE; y++)
    for (let x = 0; x < SIZE; x++) {
      const isOnStage = drawn.at(x, y)[0] > 1;
      const isInPicture = Math.max(...(picture?.at(x, y) ?? [0, 0, 0])) > 110;
      if (isOnStage && isInPicture) both += 1;
      if (isOnStage || isInPicture) either += 1;
    }
  expect(either).toBeGreaterThan(200);
  expect(both / either).toBeGreaterThan(0.9);
});
