import { expect, it } from 'vitest';
import { cofactors, compose, determinant, IDENTITY, multiply, scaleOf } from '../../src/tracer/matrix.ts';

const HALF = Math.SQRT1_2;
/** A quarter turn about Y, doubled, then moved. */
const PLACED = compose([5, 6, 7], [0, HALF, 0, HALF], [2, 2, 2]);

it('composes scale, then rotation, then translation', () => {
  // +X turns to -Z.
  const point = [1, 0, 0, 1];
  const at = (row: number) => point.reduce((sum, value, k) => sum + value * (PLACED[k * 4 + row] ?? 0), 0);
  expect([at(0), at(1), at(2)].map((value) => Math.round(value * 1e6) / 1e6)).toEqual([5, 6, 5]);
  expect(scaleOf(PLACED)).toBeCloseTo(2, 9);
});

it('multiplies so that the right matrix comes first', () => {
  const moved = compose([1, 0, 0], [0, 0, 0, 1], [1, 1, 1]);
  const scaled = compose([0, 0, 0], [0, 0, 0, 1], [3, 3, 3]);
  expect(multiply(scaled, moved)[12]).toBe(3);
  expect(multiply(moved, scaled)[12]).toBe(1);
  expect(multiply(PLACED, IDENTITY)).toEqual(PLACED);
});

it('tells mirrorings, and carries normals of uneven scales', () => {
  expect(determinant(PLACED)).toBeCloseTo(8, 6);
  expect(determinant(compose([0, 0, 0], [0, 0, 0, 1], [-1, 2, 3]))).toBe(-6);
  // Stretched along X, the normal of the plane x + y = 0 leans to Y.
  const c = cofactors(compose([0, 0, 0], [0, 0, 0, 1], [4, 1, 1]));
  expect([(c[0] ?? 0) + (c[3] ?? 0), (c[1] ?? 0) + (c[4] ?? 0)]).toEqual([1, 4]);
});
