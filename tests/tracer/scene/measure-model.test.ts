import { expect, test } from 'vitest';
import { readGlb } from '../../../src/tracer/gltf/read-glb.ts';
import { measureModel } from '../../../src/tracer/scene/measure-model.ts';
import { createSquare, writeGlb } from '../../support/tiny-model.ts';

/** A mesh of so many triangles, so many times. */
function repeat(triangles: number, instances: number) {
  const copies = { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION: 1 } } };
  return {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0, extensions: copies }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [
      { componentType: 5126, count: triangles * 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 1] },
      { componentType: 5126, count: instances, type: 'VEC3' },
    ],
  };
}
const measure = (triangles: number, instances: number) =>
  measureModel(repeat(triangles, instances), null, new Set()).triangleCount;

test('every instance counts, also where there are more than are measured one by one', () => {
  expect(measure(50, 300_000)).toBe(15_000_000);
  expect(() => measure(100, 300_000)).toThrow('model-too-complex');
  expect(() => measure(1, 1_000_001)).toThrow('model-too-complex');
});

test('a vertex that no triangle names is not measured, so that parts of one buffer count only their own', async () => {
  const { document, primitive } = createSquare();
  const [buffer] = document.getRoot().listBuffers();
  // The square, another one far away, and a vertex that nothing uses.
  const corners = [-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0];
  const all = new Float32Array([...corners, ...corners.map((value) => value + 500), 0, 9_000, Number.NaN]);
  const position = document
    .createAccessor()
    .setType('VEC3')
    .setArray(all)
    .setBuffer(buffer ?? null);
  primitive.setAttribute('POSITION', position).setAttribute('TEXCOORD_0', null);
  const others = document
    .createAccessor()
    .setArray(new Uint16Array([4, 5, 6, 4, 6, 7]))
    .setBuffer(buffer ?? null);
  const other = document.createPrimitive().setAttribute('POSITION', position).setIndices(others);
  document.getRoot().getDefaultScene()?.listChildren()[0]?.getMesh()?.addPrimitive(other);
  const { json, binary } = readGlb(await writeGlb(document));
  const { primitives, bounds } = measureModel(json, binary, new Set());
  expect(primitives.map((placed) => [placed.bounds.min, placed.bounds.max])).toEqual([
    [
      [-1, -1, 0],
      [1, 1, 0],
    ],
    [
      [499, 499, 500],
      [501, 501, 500],
    ],
  ]);
  expect(bounds.max).toEqual([501, 501, 500]);
});
