import { expect, it } from 'vitest';
import { pixelFilter } from '../../../src/tracer/scene/pixel-filter.ts';

it('spreads samples evenly to both sides, most in the middle, and no further than the neighbours', () => {
  const offsets = pixelFilter();
  const last = offsets.length - 1;
  expect(offsets[0]).toBeCloseTo(-1, 5);
  expect(offsets[last]).toBeCloseTo(1, 5);
  for (let i = 1; i <= last; i++) expect(offsets[i]).toBeGreaterThan(offsets[i - 1] ?? 1);
  for (let i = 0; i <= last; i++) expect(offsets[i]).toBeCloseTo(-(offsets[last - i] ?? 0), 5);
  // As wide as a box of one pixel: a standard deviation of 0.28.
  const square = offsets.reduce((sum, offset) => sum + offset * offset, 0) / offsets.length;
  expect(Math.sqrt(square)).toBeGreaterThan(0.26);
  expect(Math.sqrt(square)).toBeLessThan(0.3);
});
