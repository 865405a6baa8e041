import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readGlb } from '../../../src/tracer/gltf/read-glb.ts';
import { makeBoxes } from '../../support/box-model.ts';
import type { TestBrowser } from '../../support/browser.ts';
import { changeGlb } from '../../support/change-glb.ts';
import type { Pixels } from '../../support/pixels.ts';
import { openGlb, writeGlb } from '../../support/tiny-model.ts';
import {
  captureOf,
  differenceOf,
  openViewerPage,
  openViewerTests,
  STAGE_PX,
  screenOf,
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

test('shapes without normals have those of their faces, in whatever they are dressed', async () => {
  const solid = makeBoxes([{ size: [2, 2, 2], centre: [0, 0, 0], isBaked: true, isUnlit: true }]);
  const { json } = readGlb(solid);
  const [mesh] = json.meshes ?? [];
  const { POSITION } = mesh?.primitives?.[0]?.attributes ?? {};
  const bare = changeGlb(solid, {
    extensionsUsed: ['KHR_materials_unlit'],
    meshes: [{ primitives: [{ attributes: { POSITION }, material: 0 }] }],
  });
  await showModel(page, bare, [0, 0, 6]);
  const facing = async () => (await captureOf(page, ['normal'])).normal?.at(STAGE_PX / 2, STAGE_PX / 2);
  const wear = (dressing: object) =>
    page.evaluate(
      (one) => window.harness.viewer.api.setDressings([{ dressing: one as never, texture: null }]),
      { materialIndex: 0, colour: '#c04020', metalness: 0, roughness: 1, ...dressing },
    );
  const forwards = [expect.closeTo(128, -0.5), expect.closeTo(128, -0.5), 255];
  expect(await facing()).toEqual(forwards);
  for (const kind of ['adjusted', 'plain']) {
    await wear({ kind });
    expect(await facing(), kind).toEqual(forwards);
  }
});

test.for(['MASK', 'BLEND'])('the colours of points leave a hole (%s)', async (alphaMode) => {
  const sizes = { size: [1, 2, 0.5], isBaked: true } as const;
  const document = await openGlb(
    makeBoxes([
      { ...sizes, centre: [-0.5, 0, 0], alphaMode },
      { ...sizes, centre: [0.5, 0, 0], alphaMode },
    ]),
  );
  const [buffer = null] = document.getRoot().listBuffers();
  for (const [index, mesh] of document.getRoot().listMeshes().entries()) {
    const [primitive] = mesh.listPrimitives();
    const count = primitive?.getAttribute('POSITION')?.getCount() ?? 0;
    const colours = Float32Array.from({ length: count * 4 }, (_, at) => (at % 4 === 3 ? index : 1));
    primitive?.setAttribute(
      'COLOR_0',
      document.createAccessor().setType('VEC4').setArray(colours).setBuffer(buffer),
    );
  }
  const ids = await idsOf(await writeGlb(document), [0, 0, 6]);
  const [left, right] = [-8, 8].map((aside) => ids.at(STAGE_PX / 2 + aside, STAGE_PX / 2));
  expect(left).toEqual([0, 0, 0]);
  expect(right).not.toEqual([0, 0, 0]);
});

test('a part without normals can be seen to be under the pointer', async () => {
  const solid = makeBoxes([{ size: [2, 2, 2], centre: [0, 0, 0], isBaked: true }]);
  const [mesh] = readGlb(solid).json.meshes ?? [];
  const { POSITION } = mesh?.primitives?.[0]?.attributes ?? {};
  const bare = changeGlb(solid, { meshes: [{ primitives: [{ attributes: { POSITION }, material: 0 }] }] });
  await showModel(page, bare, [0, 0, 6]);
  await page.mouse.move(22, 22);
  const before = await screenOf(page);
  const from = await page.evaluate(() => window.harness.events.length);
  await page.mouse.move(20 + STAGE_PX / 2, 20 + STAGE_PX / 2);
  const { hit } = await page.evaluate((since) => window.harness.wait('partHovered', since), from);
  expect(hit?.nodeIndex).toBe(0);
  expect(differenceOf(await screenOf(page), before, 8)).toBeGreaterThan(0.05);
});
