import { expect, test } from 'vitest';
import { priceOfImage, priceOrder } from '../../../src/server/renders/price-order.ts';

test('an order costs its images times the cost times the factor of its quality', () => {
  expect(priceOrder(1, 200, 'standard')).toBe(200);
  expect(priceOrder(4, 200, 'draft')).toBe(400);
  expect(priceOrder(3, 200, 'high')).toBe(1200);
});

test('half credits are rounded up once, over the whole order', () => {
  expect(priceOrder(1, 201, 'draft')).toBe(101);
  expect(priceOrder(3, 201, 'draft')).toBe(302);
  expect(priceOrder(2, 0, 'high')).toBe(0);
});

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
