import { expect, test } from 'vitest';
import { blendFramings, easeInOutQuart } from '../../../src/workers/viewer/animate-camera.ts';

test('eases in and out with the fourth power', () => {
  expect([0, 0.25, 0.5, 0.75, 1].map(easeInOutQuart)).toEqual([0, 0.03125, 0.5, 0.96875, 1]);
});

test('swings around the product between opposite views', () => {
  const front = { position: [0, 0, 10], target: [0, 0, 0], up: [0, 1, 0], fovDegrees: 40 } as const;
  const back = { position: [0, 0, -20], target: [0, 0, 0], up: [0, 1, 0], fovDegrees: 60 } as const;
  const mutable = (framing: typeof front | typeof back) => structuredClone(framing) as never;
  const half = blendFramings(mutable(front), mutable(back), 0.5);
  expect(Math.hypot(...half.position)).toBeCloseTo(15, 6);
  expect(half.position[1]).toBeCloseTo(0, 6);
  expect(half.fovDegrees).toBe(50);
  expect(blendFramings(mutable(front), mutable(back), 1)).toEqual(back);
});
