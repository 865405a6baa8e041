import { expect, test } from 'vitest';
import { describeOrientation, measureBounds } from '../../../src/contract/scene/orientation.ts';
import { turnToAxis, UP_AXES, type UpAxis } from '../../../src/contract/scene/up-axis.ts';

test('bounds tell size, middle, largest and smallest dimension', () => {
  expect(measureBounds([-1, 0, 2], [3, 2, 8])).toEqual({
    size: [4, 2, 6],
    center: [1, 1, 5],
    maxDimension: 6,
    minDimension: 2,
  });
});

test.each([
  ['vertical', [1, 3, 1]],
  ['vertical', [5, 6.1, 4]],
  ['horizontal-x', [4, 1, 2]],
  ['horizontal-x', [2.5, 2, 2]],
  ['horizontal-z', [2, 1, 4]],
  ['horizontal-z', [1, 1, 1.21]],
  ['generic', [1, 1, 1]],
  // Not more than 1.2 times, and more than one of the others only.
  ['generic', [5, 6, 4]],
  ['generic', [4, 4, 1]],
  ['generic', [0, 0, 0]],
] as const)('%s is what measures %o', (type, size) => {
  expect(describeOrientation({ size }, 'Y_UP').type).toBe(type);
});

/** Where top, front and right side of an upright model point, as S2 4 turns it. */
const AXES: readonly (readonly [UpAxis, string, string, string])[] = [
  ['Y_UP', '+Y', '+Z', '+X'],
  ['Z_UP', '+Z', '-Y', '+X'],
  ['X_UP', '+X', '+Z', '-Y'],
  ['Y_DOWN', '-Y', '+Z', '-X'],
  ['Z_DOWN', '-Z', '+Y', '+X'],
  ['X_DOWN', '-X', '+Z', '+Y'],
];

test.each(AXES)('%s: top %s, front %s, right side %s', (system, upAxis, frontAxis, rightAxis) => {
  expect(describeOrientation({ size: [1, 1, 1] }, system)).toEqual({
    type: 'generic',
    upAxis,
    frontAxis,
    rightAxis,
  });
});

test('every system has its row, and no turn mirrors', () => {
  expect(AXES.map(([system]) => system)).toEqual([...UP_AXES]);
  for (const system of UP_AXES) {
    const [a = 0, b = 0, c = 0, , d = 0, e = 0, f = 0, , g = 0, h = 0, i = 0] = turnToAxis(system);
    expect(a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)).toBe(1);
  }
});
