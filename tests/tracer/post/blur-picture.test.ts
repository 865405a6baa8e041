import { expect, it } from 'vitest';
import { blurPicture } from '../../../src/tracer/post/blur-picture.ts';

const point = () => {
  const rgb = new Float32Array(41 * 41 * 3);
  rgb.fill(1, (20 * 41 + 20) * 3, (20 * 41 + 20) * 3 + 3);
  return { widthPx: 41, heightPx: 41, rgb };
};

it('spreads a point by the radius it was given, without losing light', () => {
  const { rgb } = blurPicture(point(), 4);
  let sum = 0;
  let spread = 0;
  for (let i = 0; i < 41 * 41; i++) {
    const value = rgb[i * 3] ?? 0;
    sum += value;
    spread += value * ((i % 41) - 20) ** 2;
  }
  expect(sum).toBeCloseTo(1, 3);
  expect(Math.sqrt(spread)).toBeGreaterThan(3.5);
  expect(Math.sqrt(spread)).toBeLessThan(4.5);
});

it('leaves a picture alone at radius 0, and the original always', () => {
  const picture = point();
  expect(blurPicture(picture, 0).rgb).toEqual(picture.rgb);
  blurPicture(picture, 5);
  expect(picture.rgb).toEqual(point().rgb);
});
