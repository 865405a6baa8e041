import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MaterialDressing } from '../../../src/contract/scene/material-dressing.ts';
import type { TestBrowser } from '../../support/browser.ts';
import {
  compare,
  drawnOutfits,
  POSE,
  place,
  recipeOf,
  type Surface,
  tracedOutfit,
} from '../../support/compare-surfaces.ts';
import { makePaintedSolids, makeSolids } from '../../support/textured-solids.ts';
import { buildKernel } from '../../support/trace-host.ts';
import { traceSurface } from '../../support/trace-surface.ts';
import { openViewerPage, openViewerTests } from '../../support/viewer-page.ts';

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
