import type { Page } from 'playwright';
import sharp from 'sharp';
import { Euler, Matrix4, Quaternion, Vector3 } from 'three';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CameraPose } from '../../../src/contract/render-spec.ts';
import { turnToAxis } from '../../../src/contract/scene/up-axis.ts';
import { IDENTITY, multiply } from '../../../src/tracer/matrix.ts';
import type { TestBrowser } from '../../support/browser.ts';
import {
  compare,
  drawnSurfaces,
  type Placed,
  POSE,
  place,
  recipeOf,
  SIZE,
  type Surface,
  tracedSurface,
  type Wish,
} from '../../support/compare-surfaces.ts';
import { makeDeformed, makeRelief, makeSolids, makeTexture } from '../../support/textured-solids.ts';
import { buildKernel } from '../../support/trace-host.ts';
import { base64, openViewerPage, openViewerTests } from '../../support/viewer-page.ts';

const TURN = 0.4;
/** Mean per channel; seen are 0.0026 and 0.0101. */
const ALBEDO_TOLERANCE = 0.005;
const NORMAL_TOLERANCE = 0.012;
const FAR_AWAY = new Matrix4().compose(
  new Vector3(3, -2, 7),
  new Quaternion().setFromEuler(new Euler(0.4, 1.1, -0.6)),
  new Vector3(1.5, 1.5, 1.5),
);

let tests: TestBrowser;
let page: Page;

beforeAll(async () => {
  buildKernel();
  tests = await openViewerTests();
  page = await openViewerPage(tests);
});
afterAll(() => tests.close());

/** @param matrix Turns, moves and scales evenly. */
function carry({ position, target, up, ...pose }: CameraPose, matrix: Matrix4): CameraPose {
  const at = (point: readonly number[]) => new Vector3().fromArray(point).applyMatrix4(matrix).toArray();
  const above = new Vector3().fromArray(up).transformDirection(matrix).toArray();
  return { ...pose, position: at(position), target: at(target), up: above };
}

test('on a moved product a library texture and its relief lie in the viewer where they lie in the tracer', async () => {
  const solids = await place(await makeSolids());
  const [texture, mirrored] = [await makeTexture(), await makeTexture(true)];
  const smooth: Wish = { tileSizes: [3, 4.4], rotationRadians: TURN, bumpHeight: 0, texture };
  const rough: Wish = { ...smooth, bumpHeight: 0.6 };
  const [flat, bumpy] = await drawnSurfaces(page, solids, [smooth, rough]);
  if (flat === undefined || bumpy === undefined) throw new Error('nothing was drawn');

  const colours = async (changes: Partial<Wish>) =>
    compare(flat, await tracedSurface(solids, { ...smooth, ...changes }), 'albedo');
  expect(await colours({})).toBeLessThan(ALBEDO_TOLERANCE);
  // The comparison sees each mistake that a form of the formula could make.
  for (const wrong of [
    { rotationRadians: -TURN },
    { tileSizes: [3.3, 4.84] },
    { tileSizes: [4.4, 3] },
    { texture: mirrored },
  ] satisfies Partial<Wish>[]) {
    expect(await colours(wrong), Object.keys(wrong)[0]).toBeGreaterThan(10 * ALBEDO_TOLERANCE);
  }

  // Nor does it lie still in the room while the product slides through it.
  const inRoom: Placed = {
    ...solids,
    normalisation: multiply(recipeOf(solids).modelTransform, solids.normalisation),
    upAxis: 'Y_UP',
    modelTransform: IDENTITY,
  };
  expect(compare(flat, await tracedSurface(inRoom, smooth), 'albedo')).toBeGreaterThan(10 * ALBEDO_TOLERANCE);

  const slopes = async (changes: Partial<Wish>) =>
    compare(bumpy, await tracedSurface(solids, { ...rough, ...changes }), 'normal');
  expect(compare(flat, await tracedSurface(solids, smooth), 'normal')).toBeLessThan(NORMAL_TOLERANCE);
  expect(await slopes({})).toBeLessThan(NORMAL_TOLERANCE);
  for (const wrong of [
    { bumpHeight: 0 },
    { bumpHeight: 0.3 },
    { rotationRadians: -TURN },
    { tileSizes: [3.3, 4.84] },
    { texture: mirrored },
  ] satisfies Partial<Wish>[]) {
    expect(await slopes(wrong), Object.keys(wrong)[0]).toBeGreaterThan(2 * NORMAL_TOLERANCE);
  }
});

test('a normal map bends the light in the viewer as in the tracer, and by its strength', async () => {
  const solids = await place(await makeSolids());
  const [texture, relief, mirrored] = [await makeTexture(), await makeRelief(), await makeRelief(true)];
  const mapped: Wish = {
    tileSizes: [3, 4.4],
    rotationRadians: TURN,
    // Without effect where there is a map.
    bumpHeight: 0.6,
    texture,
    relief,
    normalScale: 0.8,
  };
  const [drawn] = await drawnSurfaces(page, solids, [mapped]);
  if (drawn === undefined) throw new Error('nothing was drawn');
  const slopes = async (changes: Partial<Wish>) =>
    compare(drawn, await tracedSurface(solids, { ...mapped, ...changes }), 'normal');
  expect(await slopes({})).toBeLessThan(NORMAL_TOLERANCE);
  expect(await slopes({ bumpHeight: 0 })).toBeLessThan(NORMAL_TOLERANCE);
  for (const wrong of [
    { normalScale: 0 },
    { normalScale: 0.4 },
    { rotationRadians: -TURN },
    { tileSizes: [3.3, 4.84] },
    { relief: mirrored },
  ] satisfies Partial<Wish>[]) {
    expect(await slopes(wrong), Object.keys(wrong)[0]).toBeGreaterThan(2 * NORMAL_TOLERANCE);
  }
});

test('copies, skins and morph targets of a moved product wear it where the tracer says', async () => {
  const placed = await place(await makeDeformed());
  const wish: Wish = {
    tileSizes: [3, 4.4],
    rotationRadians: TURN,
    bumpHeight: 0,
    texture: await makeTexture(),
  };
  const [drawn] = await drawnSurfaces(page, placed, [wish]);
  if (drawn === undefined) throw new Error('nothing was drawn');
  expect(compare(drawn, await tracedSurface(placed, wish), 'albedo')).toBeLessThan(ALBEDO_TOLERANCE);
});

test('a camera that moves along with the product sees the same texture and the same relief', async () => {
  const still: Placed = { ...(await place(await makeSolids())), upAxis: 'Y_UP', modelTransform: IDENTITY };
  const moved: Placed = { ...still, upAxis: 'X_UP', modelTransform: FAR_AWAY.toArray() };
  const whole = new Matrix4().fromArray([...recipeOf(moved).modelTransform]);
  const pose = carry(POSE, whole);
  const wish: Wish = {
    tileSizes: [3, 4.4],
    rotationRadians: TURN,
    bumpHeight: 0.6,
    texture: await makeTexture(),
  };
  const turnedBack = (surface: Surface): Surface => {
    const back = whole.clone().invert();
    return new Map(
      [...surface].map(([pixel, { albedo, normal }]) => [
        pixel,
        { albedo, normal: new Vector3().fromArray(normal).transformDirection(back).toArray() },
      ]),
    );
  };
  for (const [before, after] of [
    [await drawnSurfaces(page, still, [wish]), await drawnSurfaces(page, moved, [wish], pose)],
    [[await tracedSurface(still, wish)], [await tracedSurface(moved, wish, pose)]],
  ]) {
    const [a, b] = [before?.[0], after?.[0]];
    if (a === undefined || b === undefined) throw new Error('nothing was drawn');
    expect(compare(a, turnedBack(b), 'albedo')).toBeLessThan(ALBEDO_TOLERANCE);
    expect(compare(a, turnedBack(b), 'normal')).toBeLessThan(NORMAL_TOLERANCE);
  }
});

test('a texture goes along with a product that is moved after it was laid on', async () => {
  // Four fields, so that the light does not matter.
  const fields = { width: 2, height: 2, channels: 3 } as const;
  const png = await sharp(Buffer.from([255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 0, 0]), { raw: fields })
    .resize(64, 64, { kernel: 'nearest' })
    .png()
    .toBuffer();
  const sidePx = SIZE / 2;
  const { glb, ...standing } = await place(await makeSolids());
  const colours = async (pose: CameraPose): Promise<(number | null)[]> => {
    const { snapshot, ids } = await page.evaluate(
      async ([eye, sizePx]) => {
        const passes = await window.harness.viewer.api.capturePasses(eye, sizePx, sizePx, [
          'snapshot',
          'ids',
        ]);
        const read = (pass: ArrayBuffer | null) => new Uint8Array(pass ?? new ArrayBuffer(0));
        return { snapshot: read(passes.snapshot), ids: read(passes.ids) };
      },
      [pose, sidePx] as const,
    );
    return Array.from({ length: sidePx ** 2 }, (_, pixel) => {
      const seen = [...snapshot.subarray(pixel * 4, pixel * 4 + 3)];
      return ids[pixel * 4] === 0 ? null : seen.indexOf(Math.max(...seen));
    });
  };
  const sameShare = (a: (number | null)[], b: (number | null)[]): number => {
    const covered = a.flatMap((colour, pixel) => (colour === null ? [] : [pixel]));
    expect(covered.length).toBeGreaterThan(sidePx ** 2 / 10);
    return covered.filter((pixel) => a[pixel] === b[pixel]).length / covered.length;
  };
  await page.evaluate(
    async ([model, still, texture]) => {
      await window.harness.show(model, still);
      const dressings = [0, 1].map((material) => window.harness.library(material, texture, { tileSize: 3 }));
      await window.harness.viewer.api.setDressings(dressings);
    },
    [base64(glb), { ...standing, upAxis: 'Y_UP', modelTransform: IDENTITY } as const, base64(png)] as const,
  );
  const still = await colours(POSE);
  await page.evaluate(async (matrix) => {
    await window.harness.viewer.api.setUpAxis('X_UP');
    await window.harness.viewer.api.setModelTransform(matrix, 0);
  }, FAR_AWAY.toArray());
  const whole = new Matrix4().fromArray([...turnToAxis('X_UP')]).multiply(FAR_AWAY);
  expect(sameShare(still, await colours(carry(POSE, whole)))).toBeGreaterThan(0.97);
});
