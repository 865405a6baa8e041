import { EXTMeshGPUInstancing } from '@gltf-transform/extensions';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LibraryItemId } from '../../../src/contract/ids.ts';
import type { CameraPose } from '../../../src/contract/render-spec.ts';
import type { MaterialDressing } from '../../../src/contract/scene/material-dressing.ts';
import type { TestBrowser } from '../../support/browser.ts';
import {
  compare,
  drawnOutfits,
  POSE,
  place,
  recipeOf,
  SIZE,
  type Surface,
  tracedOutfit,
} from '../../support/compare-surfaces.ts';
import { makePaintedSolids, makeSolids } from '../../support/textured-solids.ts';
import { AS_IT_IS, createSquare, writeGlb } from '../../support/tiny-model.ts';
import { buildKernel } from '../../support/trace-host.ts';
import { hashOf, traceSurface } from '../../support/trace-surface.ts';
import { base64, captureOf, openViewerPage, openViewerTests, showModel } from '../../support/viewer-page.ts';

/** Mean per channel. */
const TOLERANCE = 0.005;
const RELIEF_TOLERANCE = 0.1;

let tests: TestBrowser;
let page: Page;
beforeAll(async () => {
  buildKernel();
  tests = await openViewerTests();
  page = await openViewerPage(tests);
});
afterAll(() => tests.close());

const plain = (materialIndex: number, colour: string): MaterialDressing => ({
  kind: 'plain',
  materialIndex,
  colour,
  metalness: 0,
  roughness: 1,
});

test('independent instances are the same parts in the viewer and in the tracer', async () => {
  const solids = await place(await makeSolids('one'));
  const rest = plain(0, '#c04020');
  const instance = (node: number): MaterialDressing => ({
    ...plain(40_000, '#20c040'),
    split: { from: 0, nodes: [node] },
  });
  const outfit = (...dressings: MaterialDressing[]) => ({ dressings, files: [] });
  const [whole, ball, box] = await drawnOutfits(page, solids, [
    outfit(rest),
    outfit(rest, instance(0)),
    outfit(rest, instance(1)),
  ]);
  if (whole === undefined || ball === undefined || box === undefined) throw new Error('nothing was drawn');
  expect(compare(ball, await tracedOutfit(solids, outfit(rest, instance(0))), 'albedo')).toBeLessThan(
    TOLERANCE,
  );
  expect(compare(box, await tracedOutfit(solids, outfit(rest, instance(1))), 'albedo')).toBeLessThan(
    TOLERANCE,
  );
  // The comparison sees which of the two it is.
  for (const other of [whole, box]) expect(compare(ball, other, 'albedo')).toBeGreaterThan(10 * TOLERANCE);
});

test('relief and shade of the file are as strong as the finish says, in both', async () => {
  const solids = await place(await makePaintedSolids());
  const outfit = (finish: MaterialDressing['finish']) => ({
    dressings: [0, 1].map((materialIndex): MaterialDressing => {
      const base = { kind: 'adjusted', materialIndex, colour: null, metalness: 0, roughness: 1 } as const;
      return finish === undefined ? base : { ...base, finish };
    }),
    files: [],
  });
  const scales = [0, 0.5, 2].map((normalScale) => outfit({ normalScale, aoMapIntensity: 0 }));
  const drawn = await drawnOutfits(page, solids, [...scales, outfit({ aoMapIntensity: 1 })]);
  // Tangents of the card and of the file differ by what grows with the slope: another scale is farther off by far.
  for (const [index, scale] of scales.entries()) {
    const traced = await tracedOutfit(solids, scale);
    const apart = drawn.slice(0, 3).map((surface) => compare(surface, traced, 'normal'));
    const [own = 1] = apart.splice(index, 1);
    expect(own, `scale ${index}`).toBeLessThan(RELIEF_TOLERANCE);
    for (const other of apart) expect(other, `scale ${index}`).toBeGreaterThan(2 * own);
  }
  // Light from everywhere is what occlusion keeps off.
  const mean = (surface: Surface | undefined) => {
    const shades = [...(surface?.values() ?? [])].map(({ albedo }) => albedo[0] ?? 0);
    return shades.reduce((sum, shade) => sum + shade, 0) / shades.length;
  };
  expect(mean(drawn[3])).toBeLessThan(mean(drawn[0]) * 0.8);
});

test('what replaces a material has nothing of the colours that its vertices carry', async () => {
  const solids = await place(await makePaintedSolids());
  const outfit = { dressings: [plain(0, '#c04020'), plain(1, '#c04020')], files: [] };
  const [drawn] = await drawnOutfits(page, solids, [outfit]);
  const traced = await tracedOutfit(solids, outfit);
  if (drawn === undefined) throw new Error('nothing was drawn');
  expect(compare(drawn, traced, 'albedo')).toBeLessThan(TOLERANCE);
});

test('what is set to be see-through covers by as much in the tracer', async () => {
  const { glb, ...standing } = await place(await makeSolids());
  for (const opacity of [0, 0.25, 1]) {
    const dressings = [0, 1].map((index) => ({ ...plain(index, '#ffffff'), finish: { opacity } }));
    const { object } = await traceSurface(
      glb,
      { ...recipeOf({ glb, ...standing }), dressings },
      [],
      POSE,
      64,
      64,
    );
    const covered = [...object].filter((_, at) => at % 4 === 3).map((sum) => sum / 64);
    // The ball and the box have one side each towards the camera.
    const most = covered.toSorted((a, b) => b - a)[Math.floor(covered.length / 20)] ?? 0;
    expect(Math.abs(most - opacity), `opacity ${opacity}`).toBeLessThan(0.15);
  }
});

test('copies keep their own colours under a library material, in both', async () => {
  const { document } = createSquare();
  const [buffer = null] = document.getRoot().listBuffers();
  const floats = (values: readonly number[]) =>
    document.createAccessor().setType('VEC3').setArray(new Float32Array(values)).setBuffer(buffer);
  const batch = document
    .createExtension(EXTMeshGPUInstancing)
    .createInstancedMesh()
    .setAttribute('TRANSLATION', floats([-1.5, 0, 0, 1.5, 0, 0]))
    .setAttribute('_COLOR_0', floats([1, 0.25, 0.25, 0.25, 0.25, 1]));
  document.getRoot().listNodes()[0]?.setExtension('EXT_mesh_gpu_instancing', batch);
  const glb = await writeGlb(document);
  const white = new Uint8Array(
    await sharp({ create: { width: 4, height: 4, channels: 3, background: '#ffffff' } })
      .png()
      .toBuffer(),
  );
  await showModel(page, glb, [0, 0, 9]);
  await page.evaluate((png) => window.harness.dressLibrary(-1, png, {}), base64(white));
  const { snapshot } = await captureOf(page, ['snapshot'], SIZE);
  const dressing: MaterialDressing = {
    kind: 'library',
    materialIndex: -1,
    textureHash: hashOf(white),
    libraryId: LibraryItemId.parse(1),
    name: 'test',
    colour: '#ffffff',
    metalness: 0,
    roughness: 1,
    tileSize: 4,
    rotationRadians: 0,
    bumpHeight: 0,
  };
  const pose: CameraPose = { ...POSE, position: [0, 0, 9], fovDegrees: 45 };
  const { albedo } = await traceSurface(glb, { ...AS_IT_IS, dressings: [dressing] }, [white], pose, SIZE, 4);
  for (const [side, tint] of [
    [-1, [1, 0.25, 0.25]],
    [1, [0.25, 0.25, 1]],
  ] as const) {
    // In the middle of a copy: the picture is 2 * 9 * tan(22.5 degrees) wide there.
    const x = Math.round(SIZE / 2 + (side * 1.5 * SIZE) / 7.456);
    const at = ((SIZE / 2) * SIZE + x) * 3;
    expect([...albedo.subarray(at, at + 3)].map((sum) => sum / 4)).toEqual(
      tint.map((part) => expect.closeTo(part)),
    );
    const [red, , blue] = snapshot?.at(x, SIZE / 2) ?? [0, 0, 0];
    expect((red - blue) * side).toBeLessThan(-60);
  }
});
