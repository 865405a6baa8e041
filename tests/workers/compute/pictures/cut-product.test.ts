import { expect, test } from 'vitest';
import type { Pixels } from '../../../../src/workers/compute/pictures/convert-image.ts';
import { cutProduct, findProduct } from '../../../../src/workers/compute/pictures/cut-product.ts';

const WIDTH = 12;
const HEIGHT = 9;

function draw(colourAt: (x: number, y: number) => readonly number[]): Pixels {
  const rgba = new Uint8ClampedArray(WIDTH * HEIGHT * 4);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) rgba.set([...colourAt(x, y), 255].slice(0, 4), (y * WIDTH + x) * 4);
  }
  return { widthPx: WIDTH, heightPx: HEIGHT, rgba };
}

/** A block of 4 by 3 at (3, 2), with a half covered column at its right. */
const coverAt = (x: number, y: number): number => {
  if (y < 2 || y > 4 || x < 3 || x > 7) return 0;
  return x === 7 ? 120 : 255;
};
const cover = draw((x, y) => Array(3).fill(coverAt(x, y)) as number[]);

test('the box is what is covered by half and more', () => {
  expect(findProduct(cover)).toEqual({ left: 3, top: 2, width: 4, height: 3 });
  expect(findProduct(draw(() => [0, 0, 0]))).toBeNull();
});

test('edges take the product’s colour, so that no rim of the background stays', () => {
  const picture = draw((x, y) => {
    const share = coverAt(x, y) / 255;
    return [200 * share + 10 * (1 - share), 40 * share + 250 * (1 - share), 0];
  });
  cutProduct(picture, cover);
  const at = (x: number, y: number) => [
    ...picture.rgba.subarray((y * WIDTH + x) * 4, (y * WIDTH + x) * 4 + 4),
  ];
  expect(at(4, 3)).toEqual([200, 40, 0, 255]);
  expect(at(7, 3)).toEqual([200, 40, 0, 120]);
  expect(at(0, 0)).toEqual([0, 0, 0, 0]);
  expect(at(8, 3)).toEqual([0, 0, 0, 0]);
});
