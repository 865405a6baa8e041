import { type Document, type GLTF, Primitive } from '@gltf-transform/core';
import { EXTMeshGPUInstancing } from '@gltf-transform/extensions';
import type { Page } from 'playwright';
import { BufferAttribute, BufferGeometry, LineSegments, Matrix4, Points } from 'three';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { repeatStrokes } from '../../../src/workers/viewer/repeat-strokes.ts';
import type { TestBrowser } from '../../support/browser.ts';
import { makeRelief, type ReliefPlan } from '../../support/relief-model.ts';
import { createSquare, writeGlb } from '../../support/tiny-model.ts';
import {
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

/** How far a surface leans upwards in the middle, 0 to 255; 128 is not at all. */
async function leanOf(glb: Uint8Array): Promise<number> {
  await showModel(page, glb, [0, 0, 4]);
  const { normal } = await captureOf(page, ['normal']);
  return normal?.at(STAGE_PX / 2, STAGE_PX / 2)[1] ?? Number.NaN;
}

test.each([
  ['copies', { isCopied: true }],
  ['copies with tangents', { isCopied: true, hasTangents: true }],
  ['what is mirrored', { scale: [-1, 1, 1] }],
  ['what is mirrored and has tangents', { scale: [-1, 1, 1], hasTangents: true }],
  ['a skin', { joint: [1, 1, 1], hasTangents: true }],
  ['a skin whose node is mirrored', { joint: [1, 1, 1], scale: [-1, 1, 1], hasTangents: true }],
  ['a skin whose joint is mirrored', { joint: [-1, 1, 1], hasTangents: true }],
  ['a skin that is mirrored', { joint: [-1, 1, 1], scale: [-1, 1, 1], hasTangents: true }],
  ['mirrored copies with tangents', { scale: [-1, 1, 1], isCopied: true, hasTangents: true }],
] as const satisfies [string, ReliefPlan][])(
  'the relief of %s is that of a plain part',
  async (_name, plan) => {
    const plain = await leanOf(await makeRelief({}));
    expect(plain).toBeGreaterThan(190);
    const lean = await leanOf(await makeRelief(plan));
    expect(Math.abs(lean - plain)).toBeLessThanOrEqual(2);
  },
);

const PLACES = [
  { place: [-2, 0, 0], scale: [1, 1, 1] },
  { place: [2, 1, 0], scale: [-0.5, 0.5, 0.5] },
  { place: [0, -2, 0], scale: [1, 0.5, 1] },
] as const;
const { POINTS, LINES, LINE_LOOP, LINE_STRIP } = Primitive.Mode;

/** A small square with strokes around it, at each place: as copies of one node, or as nodes. */
function makeStrokes(
  mode: GLTF.MeshPrimitiveMode | undefined,
  hasSurface: boolean,
  areCopies: boolean,
): Promise<Uint8Array> {
  const { document, primitive } = createSquare();
  const root = document.getRoot();
  const [mesh] = root.listMeshes();
  const [node] = root.listNodes();
  if (mesh === undefined || node === undefined) throw new Error('no square');
  if (!hasSurface) mesh.removePrimitive(primitive);
  const around = [-1.4, -1.4, 0, 1.4, -1.4, 0, 1.4, 1.4, 0, -1.4, 1.6, 0];
  const index = document
    .createAccessor()
    .setType('SCALAR')
    .setArray(new Uint16Array([0, 1, 2, 3]))
    .setBuffer(root.listBuffers()[0] ?? null);
  const strokes = document
    .createPrimitive()
    .setMode(mode ?? 0)
    .setIndices(index);
  mesh.addPrimitive(strokes.setAttribute('POSITION', floats(document, around)));
  if (areCopies) {
    const batch = document
      .createExtension(EXTMeshGPUInstancing)
      .createInstancedMesh()
      .setAttribute(
        'TRANSLATION',
        floats(
          document,
          PLACES.flatMap(({ place }) => place),
        ),
      )
      .setAttribute(
        'SCALE',
        floats(
          document,
          PLACES.flatMap(({ scale }) => scale),
        ),
      );
    node.setExtension('EXT_mesh_gpu_instancing', batch);
    return writeGlb(document);
  }
  for (const { place, scale } of PLACES)
    root.getDefaultScene()?.addChild(
      document
        .createNode()
        .setMesh(mesh)
        .setTranslation([...place])
        .setScale([...scale]),
    );
  node.dispose();
  return writeGlb(document);
}

function floats(document: Document, values: readonly number[]) {
  const [buffer = null] = document.getRoot().listBuffers();
  return document.createAccessor().setType('VEC3').setArray(new Float32Array(values)).setBuffer(buffer);
}

test.each([
  ['points', POINTS, true],
  ['lines', LINES, true],
  ['a line', LINE_STRIP, false],
  ['a closed line', LINE_LOOP, false],
] as const)('copies with %s are all drawn', async (_name, mode, hasSurface) => {
  const shotOf = async (areCopies: boolean) => {
    await showModel(page, await makeStrokes(mode, hasSurface, areCopies), [0, 0, 9]);
    const { snapshot } = await captureOf(page, ['snapshot']);
    if (snapshot === null) throw new Error('nothing is drawn');
    return snapshot;
  };
  const nodes = await shotOf(false);
  const copies = await shotOf(true);
  expect(differenceOf(copies, nodes, 3)).toBeLessThan(0.0005);
});

/** Of copies, as the card takes them. */
function placesOf(count: number): Float32Array {
  const places = new Float32Array(count * 16);
  for (let copy = 0; copy < count; copy++) new Matrix4().setPosition(copy, 0, 0).toArray(places, copy * 16);
  return places;
}

const pointsOf = (count: number) =>
  new BufferGeometry().setAttribute('position', new BufferAttribute(new Float32Array(count * 3), 3));

test('what names a point that is not there names none of another copy', () => {
  const shape = pointsOf(2).setIndex([0, 1, 3, 1, 1, 0]);
  expect([...(repeatStrokes(new LineSegments(shape), placesOf(2)).geometry.index?.array ?? [])]).toEqual([
    0, 1, 1, 0, 2, 3, 3, 2,
  ]);
});

test.each([
  ['points', new Points(pointsOf(3_000)), 3_000],
  [
    'lines between few points',
    new LineSegments(pointsOf(2).setIndex(new Array<number>(6_000).fill(0))),
    6_000,
  ],
])('of %s in more copies than a card holds the first is drawn', (_name, strokes, count) => {
  expect(repeatStrokes(strokes, placesOf(10_000)).geometry.index?.count).toBe(count);
});
