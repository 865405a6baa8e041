import { expect, test } from 'vitest';
import { placeHandles } from '../../../../src/app/features/labels/place-handles.ts';
import { sizeByDrag, turnByDrag } from '../../../../src/app/features/labels/reshape-label.ts';
import { LABEL_SIZE } from '../../../../src/contract/constants.ts';
import { FLAT_LABEL } from '../../../support/flat-label.ts';

const LABEL = { ...FLAT_LABEL, rotationRadians: 3 };
const GRIP = { label: LABEL, middle: [100, 100], from: [200, 100] } as const;

test('a corner twice as far from the middle makes a label of twice the size, in its own proportions', () => {
  expect(sizeByDrag(GRIP, [100, 300])).toMatchObject({ width: 8, height: 4, depth: 4 });
});

test('a label that is dragged too small or too large keeps its proportions', () => {
  const small = sizeByDrag(GRIP, [100, 100]);
  expect(small.height).toBe(LABEL_SIZE.min);
  expect(small.width).toBeCloseTo(2 * LABEL_SIZE.min);
  const large = sizeByDrag(GRIP, [1e6, 100]);
  expect(large.width).toBe(LABEL_SIZE.max);
  expect(large.height).toBeCloseTo(LABEL_SIZE.max / 2);
});

test('a label turns with the pointer, and by less than a whole turn', () => {
  expect(turnByDrag(GRIP, [100, 0]).rotationRadians).toBeCloseTo(3 + Math.PI / 2 - 2 * Math.PI);
  expect(turnByDrag(GRIP, [100, 200]).rotationRadians).toBeCloseTo(3 - Math.PI / 2);
});

test('handles stand at the corners, and above the label; those of a small one do not cover each other', () => {
  const corners = [
    [0, 0],
    [200, 0],
    [200, 100],
    [0, 100],
  ] as const;
  const large = placeHandles({ middle: [100, 50], corners, edge: corners });
  expect(large.corners).toEqual(corners);
  expect(large.turn).toEqual([100, -44]);
  const small = placeHandles({
    middle: [5, 5],
    corners: corners.map(([x, y]) => [x / 20, y / 10] as const),
    edge: [],
  });
  const [a = [0, 0], b = [0, 0], c = [0, 0]] = small.corners;
  expect(b[0] - a[0]).toBe(44);
  expect(c[1] - b[1]).toBe(44);
});
