import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readGlb } from '../../../src/tracer/gltf/read-glb.ts';
import { makeBoxes } from '../../support/box-model.ts';
import type { TestBrowser } from '../../support/browser.ts';
import { changeGlb } from '../../support/change-glb.ts';
import type { Pixels } from '../../support/pixels.ts';
import {
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

test('what hangs in lines is in all masks', async () => {
  const { json } = readGlb(box());
  const [mesh] = json.meshes ?? [];
  const lines = { primitives: [{ ...mesh?.primitives?.[0], mode: 1 }] };
  const hung = changeGlb(box(), {
    meshes: [mesh, lines],
    nodes: [{ mesh: 1, children: [1] }, { mesh: 0 }],
    scenes: [{ nodes: [0] }],
  });
  const plain = await idsOf(box());
  expect(differenceOf(await idsOf(hung), plain, 0)).toBe(0);
  const { alpha, depth } = await captureOf(page, ['alpha', 'depth']);
  expect([alpha, depth]).not.toContain(null);
  // And lines are drawn again afterwards.
  const shot = async () => {
    const { snapshot } = await captureOf(page, ['snapshot']);
    if (snapshot === null) throw new Error('nothing is drawn');
    return snapshot;
  };
  const first = await shot();
  await captureOf(page, ['ids']);
  expect(differenceOf(await shot(), first, 0)).toBe(0);
});
