import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readGlb } from '../../../src/tracer/gltf/read-glb.ts';
import { makeBoxes } from '../../support/box-model.ts';
import type { TestBrowser } from '../../support/browser.ts';
import { changeGlb } from '../../support/change-glb.ts';
import { makeSkinned } from '../../support/deformed-models.ts';
import type { Pixels } from '../../support/pixels.ts';
import {
  base64,
  captureOf,
  differenceOf,
  openViewerPage,
  openViewerTests,
  showModel,
} from '../../support/viewer-page.ts';

let tests: TestBrowser;
let page: Page;
beforeAll(async () => {
  tests = await openViewerTests();
  page = await openViewerPage(tests);
});
afterAll(() => tests.close());

/** Where the product is seen. */
async function idsOf(glb: Uint8Array, from: readonly number[] = [2, 3, 6]): Promise<Pixels> {
  await showModel(page, glb, from);
  const { ids } = await captureOf(page, ['ids']);
  if (ids === null) throw new Error('nothing is drawn');
  return ids;
}

const box = () => makeBoxes([{ name: 'box', size: [1, 1, 1], centre: [0, 0, 0], isBaked: true }]);

test('a node whose matrix makes it flat is flat', async () => {
  const node = (place: object) => changeGlb(box(), { nodes: [{ mesh: 0, ...place }] });
  const matrix = [2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0.5, 0, 0, 1];
  const byMatrix = await idsOf(node({ matrix }));
  const byParts = await idsOf(node({ translation: [0.5, 0, 0], scale: [2, 0, 2] }));
  expect(differenceOf(byMatrix, byParts, 0)).toBeLessThan(0.001);
});

test('what a program notes as a pivot moves nothing', async () => {
  const tree = (extras: object) =>
    changeGlb(box(), {
      nodes: [
        { ...extras, mesh: 0, children: [1] },
        { mesh: 0, translation: [1.5, 0, 0] },
      ],
      scenes: [{ nodes: [0] }],
    });
  const plain = await idsOf(tree({}));
  expect(differenceOf(await idsOf(tree({ extras: { pivot: [0.5, 1, 0] } })), plain, 0)).toBe(0);
});

test('a mesh that stands with a skin and without one is shown twice', async () => {
  const glb = makeSkinned({});
  const { json } = readGlb(glb);
  const [skinned, ...joints] = json.nodes ?? [];
  const twice = changeGlb(glb, {
    nodes: [skinned, ...joints, { mesh: 0, translation: [2, 0, 0] }],
    scenes: [{ nodes: [0, 1, 2, 3] }],
  });
  const report = await page.evaluate((model) => window.harness.show(model), base64(twice));
  expect(report?.triangleCount).toBe(4);
  // And is let go of.
  expect((await page.evaluate((model) => window.harness.show(model), base64(box())))?.triangleCount).toBe(12);
});
