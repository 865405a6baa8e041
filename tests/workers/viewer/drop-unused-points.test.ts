import { BufferAttribute, BufferGeometry, InterleavedBuffer, InterleavedBufferAttribute, Mesh } from 'three';
import { expect, test } from 'vitest';
import { dropUnusedPoints } from '../../../src/workers/viewer/drop-unused-points.ts';
import { measureMesh } from '../../../src/workers/viewer/measure-mesh.ts';

const FAR = 500;
/** Points 0 and 3 are far away; the triangle is of 1, 2 and 4. */
const POINTS = [FAR, FAR, FAR, 0, 0, 0, 1, 0, 0, FAR, 0, 0, 0, 1, 0];

function makeGeometry(): BufferGeometry {
  const positions = new BufferAttribute(new Float32Array(POINTS), 3);
  return new BufferGeometry()
    .setAttribute('position', positions)
    .setIndex(new BufferAttribute(new Uint16Array([4, 1, 2]), 1));
}

test('a part is as large as its triangles, whatever else is in their buffer', () => {
  const geometry = makeGeometry();
  const shared = geometry.getAttribute('position');
  const mesh = new Mesh(geometry);
  dropUnusedPoints(geometry);
  expect(measureMesh(mesh).max.toArray()).toEqual([1, 1, 0]);
  mesh.rotation.z = Math.PI / 4;
  mesh.updateMatrixWorld();
  expect(measureMesh(mesh).max.x).toBeCloseTo(Math.SQRT1_2);
  expect(Array.from(geometry.index?.array ?? [])).toEqual([2, 0, 1]);
  // Other shapes read the same numbers.
  expect(shared.count).toBe(5);
});

test('all that a vertex has goes with it, as it was packed', () => {
  const geometry = makeGeometry();
  const bytes = new Uint8Array([0, 1, 10, 11, 20, 21, 30, 31, 40, 41]);
  const interleaved = new InterleavedBuffer(new Uint16Array(POINTS.concat(POINTS)), 6);
  geometry
    .setAttribute('uv', new BufferAttribute(bytes, 2, true))
    .setAttribute('uv1', new InterleavedBufferAttribute(interleaved, 2, 1, true));
  geometry.morphAttributes.position = [new BufferAttribute(new Float32Array(POINTS), 3)];
  const before = [1, 2, 4].map((point) => geometry.getAttribute('uv1').getX(point));
  dropUnusedPoints(geometry);
  const uv = geometry.getAttribute('uv');
  expect([uv.array, uv.normalized]).toEqual([new Uint8Array([10, 11, 20, 21, 40, 41]), true]);
  expect([0, 1, 2].map((point) => geometry.getAttribute('uv1').getX(point))).toEqual(before);
  expect(geometry.morphAttributes.position[0]?.array).toEqual(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]));
});

test('nothing is copied where all are used', () => {
  const geometry = makeGeometry().setIndex([0, 1, 2, 3, 4, 0]);
  const position = geometry.getAttribute('position');
  dropUnusedPoints(geometry);
  expect(geometry.getAttribute('position')).toBe(position);
  const loose = makeGeometry().setIndex(null);
  dropUnusedPoints(loose);
  expect(loose.getAttribute('position').count).toBe(5);
});
