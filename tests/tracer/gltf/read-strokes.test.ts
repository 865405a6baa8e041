import { Document } from '@gltf-transform/core';
import { BoxGeometry } from 'three';
import { expect, test } from 'vitest';
import { INSTANCE_INDEX_MIN } from '../../../src/contract/constants.ts';
import { ContentHash } from '../../../src/contract/ids.ts';
import type { FloorSettings } from '../../../src/contract/scene/floor.ts';
import { FLOOR_BEFORE } from '../../../src/contract/scene/floor-defaults.ts';
import type { MaterialDressing } from '../../../src/contract/scene/material-dressing.ts';
import { standProduct } from '../../../src/tracer/floor/stand-product.ts';
import { MAX_TRACED_TRIANGLES } from '../../../src/tracer/gltf/geometry-builder.ts';
import { loadModel } from '../../../src/tracer/gltf/load-model.ts';
import { readStrokes } from '../../../src/tracer/gltf/read-strokes.ts';
import { IDENTITY } from '../../../src/tracer/matrix.ts';
import { openCamera } from '../../../src/tracer/scene/open-camera.ts';
import { AS_IT_IS, addShape, createSquare, openDecoders, writeGlb } from '../../support/tiny-model.ts';
import { createSpec } from '../../support/trace-host.ts';

const decoders = await openDecoders();
const MODES = { points: 0, lines: 1, loop: 2, strip: 3 } as const;
/** A square of side 2 by its corners, the last with one point that is no number behind it. */
const CORNERS = [-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0];

function makeStrokes(mode: keyof typeof MODES, positions = CORNERS): Document {
  const document = new Document();
  const buffer = document.createBuffer();
  const accessor = (type: 'VEC3' | 'VEC4', array: Float32Array) =>
    document.createAccessor().setType(type).setArray(array).setBuffer(buffer);
  const primitive = document
    .createPrimitive()
    .setMode(MODES[mode])
    .setAttribute('POSITION', accessor('VEC3', new Float32Array(positions)))
    .setAttribute(
      'COLOR_0',
      accessor(
        'VEC4',
        Float32Array.from({ length: (positions.length / 3) * 4 }, (_, i) => (i % 4 === 3 ? 1 : 0.25)),
      ),
    )
    .setMaterial(document.createMaterial('ink').setBaseColorFactor([1, 0, 0, 1]));
  const node = document.createNode('strokes').setMesh(document.createMesh().addPrimitive(primitive));
  document.getRoot().setDefaultScene(document.createScene().addChild(node));
  return document;
}

const load = async (document: Document) => loadModel(await writeGlb(document), AS_IT_IS, decoders);

test.each([
  ['points', 4 * 4],
  ['lines', 2 * 6],
  ['loop', 4 * 6],
  ['strip', 3 * 6],
] as const)('%s become thin solids that show their colour without light', async (mode, triangles) => {
  const { geometry, materials } = await load(makeStrokes(mode));
  expect(geometry.indices).toHaveLength(triangles * 3);
  const [drawn] = new Set(geometry.materialOfTriangle);
  expect(materials[drawn ?? 0]).toMatchObject({ isUnlit: true, baseColour: [1, 0, 0] });
  expect(materials[0]).toMatchObject({ isUnlit: false });
  expect(new Set(geometry.colours)).toEqual(new Set([0.25, 1]));
  const reach = Math.max(...geometry.positions);
  expect(reach).toBeGreaterThan(1);
  expect(reach).toBeLessThan(1.02);
  for (const value of geometry.positions) expect(Number.isFinite(value)).toBe(true);
});

test('they keep the file’s own colour whatever is laid on its surfaces, as on the stage', async () => {
  const plain = { colour: '#0000ff', metalness: 0, roughness: 1 } as const;
  const split = { from: 0, nodes: [0] };
  for (const dressing of [
    { kind: 'plain', materialIndex: 0, ...plain },
    { kind: 'adjusted', materialIndex: 0, ...plain },
    { kind: 'plain', materialIndex: INSTANCE_INDEX_MIN, split, ...plain },
  ] as const satisfies MaterialDressing[]) {
    const glb = await writeGlb(makeStrokes('lines'));
    const { geometry, materials } = await loadModel(glb, { ...AS_IT_IS, dressings: [dressing] }, decoders);
    const [drawn] = new Set(geometry.materialOfTriangle);
    expect(materials[drawn ?? 0]).toMatchObject({ isUnlit: true, baseColour: [1, 0, 0] });
    expect(geometry.colours).not.toBeNull();
  }
});

test('their width does not grow with their node', async () => {
  const document = makeStrokes('lines');
  document.getRoot().listNodes()[0]?.setScale([4, 4, 4]);
  const { geometry } = await load(document);
  const depths = geometry.positions.filter((_, i) => i % 3 === 2).map(Math.abs);
  expect(Math.max(...depths)).toBeLessThanOrEqual(0.0101);
  expect(Math.max(...geometry.positions)).toBeGreaterThan(3.9);
});

test('points that are no numbers, and lines without a length, are left out; surfaces beside them stay', async () => {
  const broken = [...CORNERS.slice(0, 6), Number.NaN, 0, 0, -1, 1, 0];
  const ends = Uint32Array.of(0, 1, 1, 1, 2, 3, 0, 9);
  const parts = { positions: new Float32Array(broken), uvs: [null], colours: null };
  expect(readStrokes(parts, ends, false, IDENTITY).indices).toHaveLength(18);
  expect(readStrokes(parts, Uint32Array.of(0, 1, 2, 3), true, IDENTITY).indices).toHaveLength(36);

  const { document, primitive } = createSquare();
  const mesh = document.getRoot().listMeshes()[0]!;
  mesh.addPrimitive(primitive.clone().setMode(3).setIndices(null));
  const { geometry, materials } = await load(document);
  expect(geometry.indices).toHaveLength((2 + 3 * 6) * 3);
  expect(materials).toHaveLength(2);
});

test('more than can be traced is refused before it is made', () => {
  const parts = { positions: new Float32Array(3), uvs: [], colours: null };
  const ends = new Uint32Array(MAX_TRACED_TRIANGLES / 4 + 1);
  expect(() => readStrokes(parts, ends, true, IDENTITY)).toThrow(
    expect.objectContaining({ failure: expect.objectContaining({ code: 'model-too-complex' }) }),
  );
});

test('nothing stands on them, as on the stage', async () => {
  const document = makeStrokes('loop', [-4, -1, -4, 4, -1, -4, 4, -1, 4, -4, -1, 4]);
  addShape(document, 'box', new BoxGeometry(2, 2, 2).translate(0, 1, 0));
  const model = await load(document);
  const camera = openCamera(createSpec(ContentHash.parse('a'.repeat(64)), { widthPx: 8, heightPx: 8 }));
  const floor: FloorSettings = { ...FLOOR_BEFORE, stand: { kind: 'auto' } };
  expect(standProduct(model, floor, camera).floorY).toBeCloseTo(0, 6);
});
