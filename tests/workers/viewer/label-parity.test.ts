import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Label } from '../../../src/contract/scene/label.ts';
import type { MaterialDressing } from '../../../src/contract/scene/material-dressing.ts';
import type { TestBrowser } from '../../support/browser.ts';
import { compare, drawnOutfits, type Outfit, place, tracedOutfit } from '../../support/compare-surfaces.ts';
import { makeSolids, makeTexture } from '../../support/textured-solids.ts';
import { buildKernel } from '../../support/trace-host.ts';
import { hashOf } from '../../support/trace-surface.ts';
import { openViewerPage, openViewerTests } from '../../support/viewer-page.ts';

/** Mean per channel of the albedo; seen is 0.0024. */
const TOLERANCE = 0.004;

let tests: TestBrowser;
let page: Page;
beforeAll(async () => {
  buildKernel();
  tests = await openViewerTests();
  page = await openViewerPage(tests);
});
afterAll(() => tests.close());

const DRESSINGS = ['#d0d0d0', '#c8b070'].map(
  (colour, materialIndex): MaterialDressing => ({
    kind: 'plain',
    materialIndex,
    colour,
    metalness: 0,
    roughness: 1,
  }),
);

test('labels lie on the stage where they lie in the tracer: flat, wrapped, turned, inks and stickers', async () => {
  const solids = await place(await makeSolids());
  const texture = await makeTexture();
  // As the ball and the box stand in the normalised frame; what the tracer and the stage both miss shows below.
  const label: Label = {
    imageHash: hashOf(texture),
    name: 'test',
    target: { kind: 'all' },
    position: [-2.6, 0, 2.4],
    normal: [0, 0.1, 1],
    axis: [0, 1, 0],
    radius: 2.4,
    projection: 'wrapped',
    width: 5,
    height: 2.4,
    rotationRadians: 0.3,
    depth: 1.2,
    finish: 'matt',
    opacity: 1,
    hasUnderprint: true,
  };
  const box: Label = {
    ...label,
    position: [3, 0, 1.5],
    normal: [0.3, 0.4, 1],
    projection: 'flat',
    width: 4,
    height: 3,
    depth: 3,
    rotationRadians: -0.4,
    finish: 'print',
    opacity: 0.8,
    hasUnderprint: false,
  };
  const outfit = (...labels: Label[]): Outfit => ({ dressings: DRESSINGS, files: [texture], labels });
  const wanted = outfit(label, box);
  const drawn = await drawnOutfits(page, solids, [
    wanted,
    outfit(),
    outfit(
      { ...label, target: { kind: 'node', nodeIndex: 0 } },
      { ...box, target: { kind: 'node', nodeIndex: 0 } },
    ),
  ]);
  const [both, none, onBall] = drawn;
  if (both === undefined || none === undefined || onBall === undefined) throw new Error('nothing was drawn');
  const apart = async (surface: typeof both, ...labels: Label[]) =>
    compare(surface, await tracedOutfit(solids, outfit(...labels)), 'albedo');
  expect(await apart(both, label, box)).toBeLessThan(TOLERANCE);
  expect(await apart(none)).toBeLessThan(TOLERANCE);
  expect(await apart(onBall, { ...label, target: { kind: 'material', materialIndex: 0 } })).toBeLessThan(
    TOLERANCE,
  );
  // The comparison sees each mistake that a form of the formula could make.
  for (const wrong of [
    [{ ...label, rotationRadians: -0.3 }, box],
    [{ ...label, projection: 'flat' }, box],
    [{ ...label, radius: 1.2 }, box],
    [label, { ...box, hasUnderprint: true }],
    [label, { ...box, width: 3 }],
    [label],
  ] satisfies Label[][]) {
    expect(await apart(both, ...wrong)).toBeGreaterThan(2 * TOLERANCE);
  }
});
