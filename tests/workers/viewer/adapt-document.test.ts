import { KHRMaterialsClearcoat } from '@gltf-transform/extensions';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readGlb } from '../../../src/tracer/gltf/read-glb.ts';
import { makeBoxes } from '../../support/box-model.ts';
import type { TestBrowser } from '../../support/browser.ts';
import { changeGlb } from '../../support/change-glb.ts';
import { makeSkinned, makeStretched } from '../../support/deformed-models.ts';
import type { Pixels } from '../../support/pixels.ts';
import { createSquare, writeGlb } from '../../support/tiny-model.ts';
import {
  base64,
  captureOf,
  differenceOf,
  openViewerPage,
  openViewerTests,
  STAGE_PX,
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

/** What of a box in the middle of the stage is drawn, which way it faces, and whether it can be touched. */
async function touch(glb: Uint8Array) {
  await showModel(page, glb, [0, 0, 6]);
  const { normal } = await captureOf(page, ['normal']);
  const from = await page.evaluate(() => window.harness.events.length);
  await page.mouse.click(20 + STAGE_PX / 2, 20 + STAGE_PX / 2);
  const { hit } = await page.evaluate((since) => window.harness.wait('partPicked', since), from);
  return { normal: normal?.at(STAGE_PX / 2, STAGE_PX / 2), isTouched: hit !== null };
}

test.each([
  ['a node', { nodes: [{ mesh: 0, scale: [2, 2, 0] }] }],
  [
    'a node by its matrix',
    { nodes: [{ mesh: 0, matrix: [2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1] }] },
  ],
  ['what hangs in a node', { nodes: [{ scale: [2, 2, 0], children: [1] }, { mesh: 0 }] }],
])('%s that is flat faces whoever looks at it, and can be touched', async (_name, changes) => {
  const { normal, isTouched } = await touch(changeGlb(box(), { ...changes, scenes: [{ nodes: [0] }] }));
  expect(normal?.[2]).toBeGreaterThan(250);
  expect(isTouched).toBe(true);
});

test('a skin on a flat node is where its joints are', async () => {
  const glb = makeSkinned({});
  const { json } = readGlb(glb);
  const [skinned, ...joints] = json.nodes ?? [];
  const flat = changeGlb(glb, { nodes: [{ ...skinned, scale: [1, 1, 0] }, ...joints] });
  expect(differenceOf(await idsOf(flat), await idsOf(glb), 0)).toBe(0);
});

test('what is scaled to nothing in all three directions is hidden', async () => {
  const nodes = [
    { mesh: 0, translation: [2, 0, 0] },
    { mesh: 0, scale: [0, 0, 0] },
  ];
  const scenes = [{ nodes: [0, 1] }];
  const hidden = await idsOf(changeGlb(box(), { nodes, scenes }));
  const without = await idsOf(changeGlb(box(), { nodes: [nodes[0], {}], scenes }));
  expect(differenceOf(hidden, without, 0)).toBe(0);
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

test('of a file with several scenes the nodes of the one that is shown can be hidden and touched', async () => {
  const place = (x: number) => ({ mesh: 0, translation: [x, 0, 0] });
  const glb = changeGlb(box(), {
    nodes: [place(9), place(-1), place(1), place(-9)],
    scenes: [{ nodes: [0] }, { nodes: [1, 2] }, { nodes: [3, 0] }],
    scene: 1,
  });
  const shown = async (hiddenNodes: number[]) => {
    await page.evaluate(
      async ([model, hidden]) => {
        await window.harness.show(model, { hiddenNodes: hidden });
        await window.harness.look([0, 0, 6]);
      },
      [base64(glb), hiddenNodes] as const,
    );
    const { ids } = await captureOf(page, ['ids']);
    const [left, right] = [-1, 1].map(
      (x) => ids?.at(STAGE_PX / 2 + x * (STAGE_PX / 5), STAGE_PX / 2)[0] ?? 0,
    );
    return [left !== 0, right !== 0];
  };
  expect(await shown([])).toEqual([true, true]);
  const from = await page.evaluate(() => window.harness.events.length);
  await page.mouse.click(20 + STAGE_PX / 2 + STAGE_PX / 5, 20 + STAGE_PX / 2);
  const { hit } = await page.evaluate((since) => window.harness.wait('partPicked', since), from);
  expect(hit?.nodeIndex).toBe(2);
  expect(await shown([2])).toEqual([true, false]);
});

test('a weight of a node moves the surfaces of its mesh that have a key, and leaves the others', async () => {
  const attributes = { POSITION: 0 };
  const primitives = [
    { attributes, indices: 1, targets: [{ POSITION: 2 }] },
    { attributes, indices: 1 },
  ];
  const besideOther = (weights: Parameters<typeof makeStretched>[0]): Uint8Array => {
    const glb = makeStretched(weights);
    const [mesh] = readGlb(glb).json.meshes ?? [];
    return changeGlb(glb, { meshes: [{ ...mesh, primitives }] });
  };
  const wanted = await idsOf(besideOther({ mesh: [1] }));
  expect(differenceOf(wanted, await idsOf(makeStretched({ mesh: [1] })), 0)).toBeGreaterThan(0);
  expect(differenceOf(await idsOf(besideOther({ node: [1] })), wanted, 0)).toBe(0);
});

test('a key that moves no points leaves them where they are', async () => {
  const glb = makeStretched({ node: [1, 1] });
  const keys = (...targets: object[]) =>
    changeGlb(glb, { meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1, targets }] }] });
  const one = await idsOf(keys({ POSITION: 2 }, { TANGENT: 2 }));
  expect(differenceOf(one, await idsOf(makeStretched({ node: [1] })), 0)).toBe(0);
});

test('extensions that a file does not list are shown, and what a scene names twice is shown once', async () => {
  const unlisted = changeGlb(box(), {
    extensionsUsed: undefined,
    materials: [{ extensions: { KHR_materials_unlit: {} } }],
    nodes: [{ children: [1] }, { mesh: 0 }],
    scenes: [{ nodes: [1, 0] }],
  });
  const report = await page.evaluate((model) => window.harness.show(model), base64(unlisted));
  expect(report?.triangleCount).toBe(12);
});

test('a node whose matrix shears is sheared', async () => {
  const glb = box();
  const matrix = [1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  const byMatrix = await idsOf(changeGlb(glb, { nodes: [{ mesh: 0, matrix }] }));
  const { json, binary } = readGlb(glb);
  const accessor = json.accessors?.[json.meshes?.[0]?.primitives?.[0]?.attributes?.POSITION ?? -1];
  const start =
    (json.bufferViews?.[accessor?.bufferView ?? -1]?.byteOffset ?? 0) + (accessor?.byteOffset ?? 0);
  const bytes = binary?.slice() ?? new Uint8Array();
  const points = new Float32Array(bytes.buffer, start, (accessor?.count ?? 0) * 3);
  for (let at = 0; at < points.length; at += 3) points[at] = (points[at] ?? 0) + (points[at + 1] ?? 0) / 2;
  const accessors = json.accessors?.map((one) =>
    one === accessor ? { ...one, min: [-0.75, -0.5, -0.5], max: [0.75, 0.5, 0.5] } : one,
  );
  const byPoints = await idsOf(changeGlb(glb, { nodes: [{ mesh: 0 }], accessors }, bytes));
  expect(differenceOf(byMatrix, byPoints, 0)).toBeLessThan(0.001);
});

/** A lacquered black square with a relief that leans up: of its coat, or of all of it. */
async function lacquered(relief: 'coat' | 'all', hasTangents: boolean): Promise<Uint8Array> {
  const { document, primitive } = createSquare();
  const create = { width: 4, height: 4, channels: 3, background: '#80c8e0' } as const;
  const image = new Uint8Array(await sharp({ create }).png().toBuffer());
  const texture = document.createTexture('relief').setImage(image).setMimeType('image/png');
  const coat = document
    .createExtension(KHRMaterialsClearcoat)
    .createClearcoat()
    .setClearcoatFactor(1)
    .setClearcoatRoughnessFactor(0.2)
    .setClearcoatNormalTexture(texture);
  const material = document
    .createMaterial('lacquer')
    .setBaseColorFactor([0, 0, 0, 1])
    .setMetallicFactor(0)
    .setRoughnessFactor(0.2);
  primitive.setMaterial(
    relief === 'coat' ? material.setExtension(coat.extensionName, coat) : material.setNormalTexture(texture),
  );
  const [buffer = null] = document.getRoot().listBuffers();
  const lay = (name: string, ...each: number[]) => {
    const array = Float32Array.from([each, each, each, each].flat());
    const type = each.length === 3 ? 'VEC3' : 'VEC4';
    primitive.setAttribute(name, document.createAccessor().setType(type).setArray(array).setBuffer(buffer));
  };
  // A shape without normals has those of its faces, whatever its tangents are.
  if (relief === 'coat') lay('NORMAL', 0, 0, 1);
  if (hasTangents) lay('TANGENT', 1, 0, 0, 1);
  return writeGlb(document);
}

test.for(['coat', 'all'] as const)('tangents turn no relief inside out (%s)', async (relief) => {
  const shot = async (hasTangents: boolean) => {
    await showModel(page, await lacquered(relief, hasTangents), [0, 0, 4]);
    return (await captureOf(page, ['snapshot'], 96)).snapshot?.at(48, 48) ?? [];
  };
  const [plain, tangled] = [await shot(false), await shot(true)];
  expect(plain).toHaveLength(3);
  for (const [k, value] of plain.entries()) expect(Math.abs(value - (tangled[k] ?? 0))).toBeLessThan(3);
});
