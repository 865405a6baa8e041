import { expect, test } from 'vitest';
import {
  type Placement,
  readPlacement,
  UNMOVED_PLACEMENT,
  writePlacement,
} from '../../../../src/app/features/transform/placement.ts';

const PLACEMENTS: Placement[] = [
  UNMOVED_PLACEMENT,
  { position: [1.5, -2, 3], rotationDegrees: [0, 0, 0], scale: [1, 1, 1] },
  { position: [0, 0, 0], rotationDegrees: [90, 0, 0], scale: [2, 3, 4] },
  { position: [0, 0, 0], rotationDegrees: [10, 20, 30], scale: [0.5, 1, 1.5] },
  { position: [4, 5, 6], rotationDegrees: [-170, 45, 135], scale: [1, 1, 1] },
  { position: [0, 0, 0], rotationDegrees: [25, 90, 0], scale: [1, 1, 1] },
];

test.each(PLACEMENTS)('a placement survives being a matrix: %o', (placement) => {
  const read = readPlacement(writePlacement(placement));
  for (const row of ['position', 'rotationDegrees', 'scale'] as const) {
    for (const [axis, value] of placement[row].entries()) expect(read[row][axis]).toBeCloseTo(value, 6);
  }
});

test('a quarter turn about y takes x to minus z, column by column', () => {
  const matrix = writePlacement({ ...UNMOVED_PLACEMENT, rotationDegrees: [0, 90, 0] });
  const rounded = matrix.map((value) => Math.round(value * 1e9) / 1e9 + 0);
  expect(rounded).toEqual([0, 0, -1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1]);
});
