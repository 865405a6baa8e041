import { Document, type GLTF, type TypedArray } from '@gltf-transform/core';
import { expect, test } from 'vitest';
import { loadModel } from '../../../src/tracer/gltf/load-model.ts';
import { AS_IT_IS, openDecoders, writeGlb } from '../../support/tiny-model.ts';

const decoders = await openDecoders();
/** Corners of a square. */
const SIDES = 4;
const TRIANGLES = [0, 1, 2, 0, 2, 3];

/** What vertices `first` to `last` of a long list have of everything: all numbers differ. */
function values(first: number, last: number, size: number, at: (vertex: number, cell: number) => number) {
  return Array.from({ length: (last - first) * size }, (_, i) => at(first + Math.floor(i / size), i % size));
}

/**
 * Squares that lie in one list of vertices, each with its own four.
 *
 * @param isShared True: one list. False: each has a list of what it uses.
 */
function makeSquares(count: number, isShared: boolean, isSkinned: boolean): Promise<Uint8Array> {
  const document = new Document();
  const buffer = document.createBuffer();
  const accessor = (type: GLTF.AccessorType, array: TypedArray, isNormalised = false) =>
    document.createAccessor().setType(type).setArray(array).setBuffer(buffer).setNormalized(isNormalised);
  const lists = (first: number, last: number) => {
    const side = (vertex: number, axis: number) =>
      axis === 2
        ? vertex / SIDES
        : [
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 1],
          ][vertex % SIDES]![axis]!; // prettier
    const attributes = {
      POSITION: accessor('VEC3', new Float32Array(values(first, last, 3, side))),
      NORMAL: accessor(
        'VEC3',
        new Int8Array(values(first, last, 3, (v, k) => (k === 2 ? 127 : v % 9))),
        true,
      ),
      TEXCOORD_0: accessor('VEC2', new Float32Array(values(first, last, 2, (v, k) => v + k / 2))),
      COLOR_0: accessor('VEC4', new Uint8Array(values(first, last, 4, (v, k) => (v * 4 + k) % 256)), true),
      ...(isSkinned && {
        JOINTS_0: accessor('VEC4', new Uint8Array(values(first, last, 4, (v, k) => (v + k) % 2))),
        WEIGHTS_0: accessor('VEC4', new Float32Array(values(first, last, 4, (v, k) => (v % 5) + k))),
      }),
    };
    const target = accessor('VEC3', new Float32Array(values(first, last, 3, (v, k) => (v + k) / 10)));
    return { attributes, target: document.createPrimitiveTarget().setAttribute('POSITION', target) };
  };
  const all = isShared ? lists(0, count * SIDES) : null;
  const mesh = document.createMesh().setWeights([0.5]);
  for (let square = 0; square < count; square++) {
    const first = square * SIDES;
    const { attributes, target } = all ?? lists(first, first + SIDES);
    const indices = TRIANGLES.map((corner) => corner + (isShared ? first : 0));
    const primitive = document.createPrimitive().setIndices(accessor('SCALAR', new Uint32Array(indices)));
    for (const [name, list] of Object.entries(attributes)) primitive.setAttribute(name, list);
    mesh.addPrimitive(primitive.addTarget(target));
  }
  const node = document.createNode('squares').setMesh(mesh);
  const scene = document.createScene().addChild(node);
  if (isSkinned) {
    const [one, other] = [document.createNode(), document.createNode().setTranslation([0, 5, 0])];
    scene.addChild(one).addChild(other);
    node.setSkin(document.createSkin().addJoint(one).addJoint(other));
  }
  document.getRoot().setDefaultScene(scene);
  return writeGlb(document);
}

test.each([
  ['standing', false],
  ['skinned', true],
])(
  'shapes that share one list of vertices are what they are with lists of their own: %s',
  async (_, skinned) => {
    const count = 20;
    const shared = await loadModel(await makeSquares(count, true, skinned), AS_IT_IS, decoders);
    const own = await loadModel(await makeSquares(count, false, skinned), AS_IT_IS, decoders);
    expect(shared.geometry.positions).toHaveLength(count * SIDES * 3);
    expect(shared.geometry).toEqual(own.geometry);
  },
);

test('a triangle that names a vertex which is not there goes, and no vertex of it stays', async () => {
  const document = new Document();
  const buffer = document.createBuffer();
  const accessor = (type: GLTF.AccessorType, array: TypedArray) =>
    document.createAccessor().setType(type).setArray(array).setBuffer(buffer);
  const corners = new Float32Array([9, 9, 9, 0, 0, 0, 1, 0, 0, 1, 1, 0, 9, 9, 9]);
  const up = new Float32Array(corners.length).map((_, i) => (i % 3 === 2 ? 1 : 0));
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', accessor('VEC3', corners))
    .setAttribute('NORMAL', accessor('VEC3', up))
    .setIndices(accessor('SCALAR', new Uint16Array([1, 2, 3, 1, 2, 77])));
  const node = document.createNode().setMesh(document.createMesh().addPrimitive(primitive));
  document.getRoot().setDefaultScene(document.createScene().addChild(node));
  const { geometry } = await loadModel(await writeGlb(document), AS_IT_IS, decoders);
  expect(Array.from(geometry.indices)).toEqual([0, 1, 2]);
  expect(Array.from(geometry.positions)).toEqual([0, 0, 0, 1, 0, 0, 1, 1, 0]);
});
