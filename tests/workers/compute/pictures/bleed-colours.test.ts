import { expect, test } from 'vitest';
import { bleedColours } from '../../../../src/workers/compute/pictures/bleed-colours.ts';

test('what is not seen takes the colours around it; what is seen, and how much of it, stays', () => {
  const [widthPx, heightPx] = [13, 7];
  const rgba = new Uint8ClampedArray(widthPx * heightPx * 4);
  const put = (x: number, y: number, ...colour: readonly number[]) => rgba.set(colour, (y * widthPx + x) * 4);
  put(2, 3, 200, 40, 20, 255);
  put(11, 3, 20, 60, 220, 128);
  bleedColours(rgba, widthPx, heightPx);
  const at = (x: number, y: number) => [...rgba.subarray((y * widthPx + x) * 4, (y * widthPx + x) * 4 + 4)];
  expect(at(2, 3)).toEqual([200, 40, 20, 255]);
  expect(at(11, 3)).toEqual([20, 60, 220, 128]);
  expect(at(3, 3)).toEqual([200, 40, 20, 0]);
  expect(at(12, 2)).toEqual([20, 60, 220, 0]);
  // Far from both it is a mixture, and never black.
  expect(Math.max(...at(7, 0).slice(0, 3))).toBeGreaterThan(50);
});

test('a picture without holes keeps every byte', () => {
  const rgba = Uint8ClampedArray.from({ length: 64 }, (_, i) => (i % 4 === 3 ? 255 : i));
  const before = [...rgba];
  bleedColours(rgba, 4, 4);
  expect([...rgba]).toEqual(before);
});
