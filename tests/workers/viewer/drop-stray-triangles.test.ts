import { BufferAttribute, BufferGeometry, InterleavedBuffer, InterleavedBufferAttribute, Mesh } from 'three';
import { expect, test, vi } from 'vitest';
import { dropStrayTriangles } from '../../../src/workers/viewer/drop-stray-triangles.ts';

/** A list of many points, of which points 1 to 4 are a square, and point 5 is no number. */
const MANY = 10_000;
const SQUARE = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, Number.NaN, 0, 0];

function makeMesh(indices: readonly number[]) {
  const cells = new Float32Array(MANY * 3).fill(7);
  cells.set(SQUARE, 3);
  const position = new InterleavedBufferAttribute(new InterleavedBuffer(cells, 3), 3, 0);
  const geometry = new BufferGeometry()
    .setAttribute('position', position)
    .setIndex(new BufferAttribute(new Uint16Array(indices), 1));
  return { position, mesh: new Mesh(geometry) };
}

test('of a list that many shapes share, only the points of this one are looked at', () => {
  const { position, mesh } = makeMesh([1, 2, 3, 1, 3, 4]);
  const getX = vi.spyOn(position, 'getX');
  expect(dropStrayTriangles(mesh)).toEqual({ kept: null, strayCount: 0, isVisible: true });
  expect(getX.mock.calls.length).toBeLessThan(100);
  expect(mesh.geometry.getAttribute('position').count).toBe(4);
});

test('triangles of points that are not there, or are no numbers, go with what only they name', () => {
  const { mesh } = makeMesh([1, 2, 3, 0, 1, MANY, 1, 2, 5, 1, 3, 4]);
  expect(dropStrayTriangles(mesh)).toMatchObject({ strayCount: 2, isVisible: true });
  const { index, attributes } = mesh.geometry;
  expect(Array.from(index?.array ?? [])).toEqual([0, 1, 2, 0, 2, 3]);
  expect(Array.from(attributes.position?.array ?? [])).toEqual(SQUARE.slice(0, 12));
});
