import { expect, test } from 'vitest';
import { fitCircle } from '../../../src/workers/viewer/fit-circle.ts';

const arc = (radius: number, ...angles: number[]) =>
  angles.map((angle) => [3 + radius * Math.cos(angle), -1 + radius * Math.sin(angle)] as const);

test('points of an arc give its circle, those of a line none', () => {
  const circle = fitCircle(arc(2.5, 0.2, 0.5, 0.7, 1.1));
  expect(circle?.x).toBeCloseTo(3, 6);
  expect(circle?.y).toBeCloseTo(-1, 6);
  expect(circle?.radius).toBeCloseTo(2.5, 6);
  expect(circle?.miss).toBeLessThan(1e-6);
  expect(fitCircle([0, 1, 2, 3].map((x) => [x, 2 * x] as const))).toBe(null);
  expect(fitCircle(arc(1, 0, 1))).toBe(null);
});

test('a point off the circle is told', () => {
  expect(fitCircle([...arc(2, 0, 0.4, 0.8, 1.2), [3, -1]])?.miss).toBeGreaterThan(0.1);
});
