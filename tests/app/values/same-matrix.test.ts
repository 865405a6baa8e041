import { expect, test } from 'vitest';
import { isSameMatrix } from '../../../src/app/values/same-matrix.ts';

const scaled = (scale: number, x = 0) => [scale, 0, 0, 0, 0, scale, 0, 0, 0, 0, scale, 0, x, 0, 0, 1];
const turned = (scale: number) => [0, scale, 0, 0, -scale, 0, 0, 0, 0, 0, scale, 0, 0, 0, 0, 1];

test('rounding is no motion; a turn is one, however tiny the scale', () => {
  expect(isSameMatrix(scaled(2), scaled(2 + 1e-9))).toBe(true);
  expect(isSameMatrix(scaled(1e-6), scaled(1e-6 + 1e-14))).toBe(true);
  expect(isSameMatrix(scaled(1e-6), turned(1e-6))).toBe(false);
  expect(isSameMatrix(scaled(1), scaled(1, 0.001))).toBe(false);
  expect(isSameMatrix(scaled(1), [])).toBe(false);
});
