import { Matrix4, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { chooseTurn, normaliseModel } from '../../../src/app/model/normalise-model.ts';
import { UP_AXES } from '../../../src/contract/scene/up-axis.ts';
import { IDENTITY } from '../../../src/tracer/matrix.ts';

const BOUNDS = { min: [1, 2, 3], max: [6, 4, 7] };
const matrixOf = (cells: readonly number[]) => new Matrix4().fromArray([...cells]);
const TOPS = {
  Y_UP: [0, 1, 0],
  Z_UP: [0, 0, 1],
  X_UP: [1, 0, 0],
  Y_DOWN: [0, -1, 0],
  Z_DOWN: [0, 0, -1],
  X_DOWN: [-1, 0, 0],
} as const;

test.each(UP_AXES)('a sure %s stands upright, 10 large and centred, with hands as they are', (system) => {
  const turn = chooseTurn({ system, confidence: 0.6, isLengthwise: false }, 'detected');
  const matrix = matrixOf(normaliseModel(BOUNDS, turn));
  expect(new Vector3(...TOPS[system]).transformDirection(matrix).y).toBeCloseTo(1, 9);
  expect(matrix.determinant()).toBeCloseTo(8, 6);
  expect(new Vector3(3.5, 3, 5).applyMatrix4(matrix).length()).toBeCloseTo(0, 9);
});

test('a doubtful detection turns nothing, but can be asked for', () => {
  const doubtful = { system: 'Z_UP', confidence: 0.5, isLengthwise: false } as const;
  expect(chooseTurn(doubtful, 'detected')).toEqual(IDENTITY);
  const upright = matrixOf(chooseTurn(doubtful, 'upright'));
  expect(new Vector3(0, 0, 1).applyMatrix4(upright).toArray()).toEqual([0, 1, 0]);
  expect(chooseTurn({ ...doubtful, confidence: 0.6 }, 'as-made')).toEqual(IDENTITY);
});

test('what lies lengthwise gets +90 degrees about Y', () => {
  const car = { system: 'Y_UP', confidence: 0.4, isLengthwise: true } as const;
  const turn = matrixOf(chooseTurn(car, 'detected'));
  expect(
    turn.elements.map(
      (value, cell) =>
        Math.abs(value - (new Matrix4().makeRotationY(Math.PI / 2).elements[cell] ?? 9)) < 1e-12,
    ),
  ).not.toContain(false);
  expect(chooseTurn(car, 'as-made')).toEqual(IDENTITY);
});

test('a model that is 10 large within the tolerance keeps its scale', () => {
  expect(normaliseModel({ min: [-5, -5, -5], max: [5, 5.005, 5] }, IDENTITY)[0]).toBe(1);
  expect(normaliseModel({ min: [6, 5, 6.5], max: [8, 9, 7.5] }, IDENTITY)).toEqual([
    2.5, 0, 0, 0, 0, 2.5, 0, 0, 0, 0, 2.5, 0, -17.5, -17.5, -17.5, 1,
  ]);
});
