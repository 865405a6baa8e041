import { expect, it } from 'vitest';
import {
  cofactors,
  compose,
  decomposeSheared,
  determinant,
  IDENTITY,
  type Matrix,
  multiply,
  scaleOf,
} from '../../src/tracer/matrix.ts';

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

it.each<[string, Matrix]>([
  ['sheared', [1, 0, 0, 0, 0.7, 1, 0, 0, -0.2, 0.4, 1, 0, 5, 6, 7, 1]],
  ['sheared and mirrored', [-2, 0.1, 0, 0, 0.7, 1, 0.3, 0, 0, 0, 9, 0, 0, 0, 0, 1]],
  ['nearly flat', [1, 0, 0, 0, 1, 1e-4, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]],
  ['of very different lengths', [1e-5, 0, 0, 0, 500, 500, 0, 0, 0, 3, 7, 0, 0, 0, 0, 1]],
  ['square to each other', compose([1, 2, 3], [0, HALF, 0, HALF], [1, 2, 3])],
])('axes that are %s are those of two nodes', (_name, matrix) => {
  const { translation, rotation, scale, inner } = decomposeSheared(matrix);
  const made = multiply(compose(translation, rotation, scale), compose([0, 0, 0], inner, [1, 1, 1]));
  const most = Math.max(...matrix.map(Math.abs));
  for (const [at, value] of matrix.entries()) expect(((made[at] ?? 0) - value) / most).toBeCloseTo(0, 9);
});
