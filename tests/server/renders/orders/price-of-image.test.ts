import { expect, test } from 'vitest';
import { priceOfImage } from '../../../../src/server/renders/orders/price-of-image.ts';

test('the shares of the images add up to the price and differ by one at most', () => {
  for (const [price, images] of [
    [302, 3],
    [7, 4],
    [0, 2],
  ] as const) {
    const shares = Array.from({ length: images }, (_, index) => priceOfImage(price, images, index));
    expect(shares.reduce((sum, share) => sum + share)).toBe(price);
    expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
  }
});
