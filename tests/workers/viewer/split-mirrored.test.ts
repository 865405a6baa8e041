import { EXTMeshGPUInstancing } from '@gltf-transform/extensions';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBoxes } from '../../support/box-model.ts';
import type { TestBrowser } from '../../support/browser.ts';
import type { Pixels } from '../../support/pixels.ts';
import { openGlb, writeGlb } from '../../support/tiny-model.ts';
import {
  base64,
  captureOf,
  differenceOf,
  openViewerPage,
  openViewerTests,
  screenOf,
  showModel,
} from '../../support/viewer-page.ts';

type Triple = readonly [number, number, number];
interface Copy {
  readonly place: Triple;
  readonly scale: Triple;
}

const LEFT: Copy = { place: [-2.5, 0, 0], scale: [1, 1, 1] };
const RIGHT: Copy = { place: [2.5, 0, 0], scale: [-1, 1, 1] };
const ABOVE: Copy = { place: [0, 3.5, 0], scale: [1, -1.2, 0.5] };
const [AT_LEFT, AT_RIGHT] = [
  [87, 160],
  [233, 160],
] as const;
const PLACES = [AT_LEFT, AT_RIGHT];
/** How far a shape that blends goes, whole. */
const BLEND = [0, 4, 0];

let tests: TestBrowser;
let page: Page;
beforeAll(async () => {
  tests = await openViewerTests();
  page = await openViewerPage(tests);
});
afterAll(() => tests.close());

/** Two boxes in one mesh, of which one stands out to a side, that are there once for each copy. */
async function makeCopies(
  copies: readonly Copy[],
  areInstances: boolean,
  isTurned = false,
  isBlended = false,
): Promise<Uint8Array> {
  const glb = makeBoxes([
    { name: 'body', size: [2, 2, 2], centre: [0, 0, 0], colour: [0.8, 0.3, 0.1, 1], isBaked: true },
    { name: 'nose', size: [0.6, 0.6, 1], centre: [1, 0.4, 1], colour: [0.1, 0.3, 0.8, 1], isBaked: true },
  ]);
  const document = await openGlb(glb);
  const root = document.getRoot();
  const [scene] = root.listScenes();
  const [body, nose] = root.listMeshes();
  if (!scene || !body || !nose) throw new Error('no model');
  for (const primitive of nose.listPrimitives()) body.addPrimitive(primitive);
  if (isBlended) {
    for (const primitive of body.listPrimitives()) {
      const way = Array.from({ length: primitive.getAttribute('POSITION')?.getCount() ?? 0 }, () => BLEND);
      const by = document.createAccessor().setType('VEC3').setArray(new Float32Array(way.flat()));
      by.setBuffer(root.listBuffers()[0] ?? null);
      primitive.addTarget(document.createPrimitiveTarget().setAttribute('POSITION', by));
    }
    body.setWeights([0.5]);
  }
  for (const node of root.listNodes()) node.dispose();
  const turned = document.createNode('turned').setScale(isTurned ? [1, 1, -1] : [1, 1, 1]);
  scene.addChild(turned);
  if (!areInstances) {
    for (const { place, scale } of copies)
      turned.addChild(
        document
          .createNode('copy')
          .setMesh(body)
          .setTranslation([...place])
          .setScale([...scale]),
      );
    return writeGlb(document);
  }
  const numbers = (values: readonly number[]) =>
    document
      .createAccessor()
      .setType('VEC3')
      .setArray(new Float32Array(values))
      .setBuffer(root.listBuffers()[0] ?? null);
  const instances = document
    .createExtension(EXTMeshGPUInstancing)
    .createInstancedMesh()
    .setAttribute('TRANSLATION', numbers(copies.flatMap(({ place }) => place)))
    .setAttribute('SCALE', numbers(copies.flatMap(({ scale }) => scale)));
  const node = document.createNode('copies').setMesh(body);
  turned.addChild(node.setExtension('EXT_mesh_gpu_instancing', instances));
  return writeGlb(document);
}

async function capture(): Promise<{ snapshot: Pixels; ids: Pixels }> {
  const { snapshot, ids } = await captureOf(page, ['snapshot', 'ids']);
  if (snapshot === null || ids === null) throw new Error('nothing is drawn');
  return { snapshot, ids };
}

test.each([
  ['some', [LEFT, RIGHT, ABOVE], false],
  ['all', [RIGHT, ABOVE], false],
  ['those of a mirrored node', [LEFT, RIGHT, ABOVE], true],
] as const)(
  'mirrored instances are seen from outside, as mirrored nodes are: %s',
  async (_name, copies, isTurned) => {
    await showModel(page, await makeCopies(copies, false, isTurned), [4, 3, 13]);
    const nodes = await capture();
    await showModel(page, await makeCopies(copies, true, isTurned), [4, 3, 13]);
    const instances = await capture();
    expect(differenceOf(instances.snapshot, nodes.snapshot, 3)).toBeLessThan(0.002);
    expect(differenceOf(instances.ids, nodes.ids, 0)).toBeLessThan(0.002);
  },
);

test('they are picked, lit up and dressed together with the others', async () => {
  await showModel(page, await makeCopies([LEFT, RIGHT], true), [0, 0, 14]);
  const plain = await capture();
  const node = await pick(AT_LEFT);
  expect(node?.materialIndex).toBe(0);
  expect(await pick(AT_RIGHT)).toEqual(node);
  const isLit = async (): Promise<boolean[]> => {
    const screen = await screenOf(page);
    return PLACES.map(([x, y]) => screen.at(x, y)[2] > plain.snapshot.at(x, y)[2] + 30);
  };
  await page.evaluate(() => window.harness.viewer.api.highlight({ kind: 'material', materialIndex: 0 }));
  expect(await isLit()).toEqual([true, true]);
  await page.evaluate(() => window.harness.viewer.api.highlight(null));
  await page.evaluate(() =>
    window.harness.viewer.api.setDressings([
      {
        dressing: { kind: 'plain', materialIndex: 0, colour: '#10e010', metalness: 0, roughness: 0.8 },
        texture: null,
      },
    ]),
  );
  const { snapshot } = await capture();
  for (const [x, y] of PLACES) {
    const [red, green] = snapshot.at(x, y);
    expect(green).toBeGreaterThan(red * 2);
  }
});

async function pick([x, y]: readonly [number, number]) {
  const from = await page.evaluate(() => window.harness.events.length);
  await page.mouse.click(20 + x, 20 + y);
  return (await page.evaluate((since) => window.harness.wait('partPicked', since), from)).hit;
}

test('the line around what the pointer is over is around all of them', async () => {
  await showModel(page, await makeCopies([LEFT, RIGHT], true), [0, 0, 14]);
  await page.mouse.move(2, 2);
  const before = await screenOf(page);
  const from = await page.evaluate(() => window.harness.events.length);
  await page.mouse.move(20 + AT_RIGHT[0], 20 + AT_RIGHT[1], { steps: 3 });
  await page.evaluate((since) => window.harness.wait('partHovered', since), from);
  const after = await screenOf(page);
  expect(differenceOf(after, before, 20, (x) => x < 160)).toBeGreaterThan(0.002);
  expect(differenceOf(after, before, 20, (x) => x > 160)).toBeGreaterThan(0.002);
});

test('the count of triangles is that of all', async () => {
  const glb = base64(await makeCopies([LEFT, RIGHT, ABOVE], true));
  const report = await page.evaluate((model) => window.harness.show(model), glb);
  expect(report?.triangleCount).toBe(3 * 24);
});

test('copies of a shape that blends are drawn, and touched, as nodes are', async () => {
  const copies = [LEFT, RIGHT];
  const [up, at] = [AT_LEFT[1] - 60, PLACES.map(([x]) => x)];
  await showModel(page, await makeCopies(copies, false, false, true), [0, 0, 14]);
  const nodes = await capture();
  expect((await pick([at[0] ?? 0, up]))?.materialIndex).toBe(0);
  await showModel(page, await makeCopies(copies, true, false, true), [0, 0, 14]);
  const instances = await capture();
  expect(differenceOf(instances.snapshot, nodes.snapshot, 3)).toBeLessThan(0.002);
  expect(differenceOf(instances.ids, nodes.ids, 0)).toBeLessThan(0.002);
  for (const x of at) expect((await pick([x, up]))?.materialIndex).toBe(0);
  // Where it would be as it is before it blends.
  for (const x of at) expect(await pick([x, AT_LEFT[1] + 20])).toBeNull();
});
