import { expect, test } from 'vitest';
import { measureModel } from '../../../src/tracer/scene/measure-model.ts';

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
