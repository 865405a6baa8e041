import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestBrowser } from '../../support/browser.ts';
import { type Placed, POSE, place, recipeOf, SAMPLES, SIZE } from '../../support/compare-surfaces.ts';
import { makeSolids } from '../../support/textured-solids.ts';
import { hasSamples, readSample } from '../../support/tiny-model.ts';
import { buildKernel } from '../../support/trace-host.ts';
import { traceSurface } from '../../support/trace-surface.ts';
import { base64, openViewerPage, openViewerTests } from '../../support/viewer-page.ts';

/** Intersection over union of the product's pixels (reference, engine test 10). */
const MIN_OVERLAP = 0.99;
/** Nodes of the four wheels in TruckYellow_kenney.glb. */
const WHEELS = [1, 2, 3, 4];

let tests: TestBrowser;
let page: Page;

beforeAll(async () => {
  buildKernel();
  tests = await openViewerTests();
  page = await openViewerPage(tests);
});
afterAll(() => tests.close());

/** Part of the product's pixels that both see, of those that either sees; one value for each set of hidden nodes traced. */
async function overlaps(
  placed: Placed,
  tracedHidden: readonly number[][],
  [widthPx, heightPx] = [SIZE, SIZE],
): Promise<number[]> {
  const { glb, ...standing } = placed;
  const drawn = await page.evaluate(
    async ([glb, shown, eye, width, height]) => {
      await window.harness.show(glb, shown);
      const { ids } = await window.harness.viewer.api.capturePasses(eye, width, height, ['ids']);
      return new Uint8Array(ids ?? new ArrayBuffer(0)).filter((_, byte) => byte % 4 === 0);
    },
    [base64(glb), standing, POSE, widthPx, heightPx] as const,
  );
  expect(drawn.filter((id) => id !== 0).length).toBeGreaterThan((widthPx * heightPx) / 20);
  const shares: number[] = [];
  for (const hiddenNodes of tracedHidden) {
    const scene = { ...recipeOf(placed), hiddenNodes, dressings: [] };
    const { object } = await traceSurface(glb, scene, [], POSE, widthPx, SAMPLES, heightPx);
    let both = 0;
    let either = 0;
    for (const [pixel, id] of drawn.entries()) {
      const isTraced = (object[pixel * 4 + 3] ?? 0) >= SAMPLES / 2;
      if (id !== 0 && isTraced) both++;
      if (id !== 0 || isTraced) either++;
    }
    shares.push(both / either);
  }
  return shares;
}

test('both see the same outline, without what is hidden', async () => {
  const solids = await place(await makeSolids(), [1]);
  const [same = 0, unhidden = 1] = await overlaps(solids, [[1], []]);
  expect(same).toBeGreaterThan(MIN_OVERLAP);
  expect(unhidden).toBeLessThan(0.9);
});

test.each([
  ['16:9', 192, 108],
  ['9:16', 108, 192],
])('both see the same outline in the frame of %s', async (_ratio, widthPx, heightPx) => {
  const [same = 0] = await overlaps(await place(await makeSolids()), [[]], [widthPx, heightPx]);
  expect(same).toBeGreaterThan(MIN_OVERLAP);
});

test.skipIf(!hasSamples)('both see the same outline of a file with hidden parts', async () => {
  const glb = readSample('glb/TruckYellow_kenney.glb');
  const truck = await place(glb, WHEELS);
  const [same = 0, unhidden = 1] = await overlaps(truck, [WHEELS, []]);
  expect(same).toBeGreaterThan(MIN_OVERLAP);
  expect(unhidden).toBeLessThan(MIN_OVERLAP);
});
