import { expect, it } from 'vitest';
import { luminance, samplePicture, shrinkPicture } from '../../src/tracer/picture.ts';

/** 4 x 2, red grows to the right, green is the row. */
const RAMP = {
  widthPx: 4,
  heightPx: 2,
  rgb: Float32Array.from({ length: 24 }, (_, i) =>
    i % 3 === 0 ? ((i / 3) | 0) % 4 : i % 3 === 1 ? (i > 11 ? 1 : 0) : 0,
  ),
};

it('shrinks by means of whole areas', () => {
  const { rgb } = shrinkPicture(RAMP, 2, 1);
  expect(Array.from(rgb)).toEqual([0.5, 0.5, 0, 2.5, 0.5, 0]);
});

it('reads between pixel centres and holds the border', () => {
  expect(samplePicture(RAMP, 0.5, 0.5, 0)).toBeCloseTo(1.5, 6);
  expect(samplePicture(RAMP, 0, 0.5, 0)).toBe(0);
  expect(samplePicture(RAMP, 5, 0.5, 0)).toBe(3);
  expect(samplePicture(RAMP, 0.5, 1, 1)).toBe(1);
});

it('weighs luminance to 1 for white', () => {
  expect(luminance(1, 1, 1)).toBeCloseTo(1, 9);
});
