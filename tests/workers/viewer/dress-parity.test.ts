import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MaterialDressing } from '../../../src/contract/render-spec.ts';
import type { TestBrowser } from '../../support/browser.ts';
import { compare, drawnOutfits, place, tracedOutfit } from '../../support/compare-surfaces.ts';
import { makeSolids } from '../../support/textured-solids.ts';
import { buildKernel } from '../../support/trace-host.ts';
import { openViewerPage, openViewerTests } from '../../support/viewer-page.ts';

/** Mean per channel. */
const TOLERANCE = 0.005;

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
