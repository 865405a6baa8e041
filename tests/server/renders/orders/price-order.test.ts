import { expect, test } from 'vitest';
import { priceOfImage, priceOrder } from '../../../../src/server/renders/orders/price-order.ts';

test('an order costs its images times the cost times the factor of its quality', () => {
  expect(priceOrder({ batchSize: 1, quality: 'standard' }, 200)).toBe(200);
  expect(priceOrder({ batchSize: 4, quality: 'draft' }, 200)).toBe(400);
  expect(priceOrder({ batchSize: 3, quality: 'high' }, 200)).toBe(1200);
});

test('an enlarged picture costs more (L18)', () => {
  expect(priceOrder({ batchSize: 2, quality: 'standard', outputPx: 2048 }, 200)).toBe(600);
  expect(priceOrder({ batchSize: 1, quality: 'draft', outputPx: 4096 }, 200)).toBe(300);
});

test('half credits are rounded up once, over the whole order', () => {
  expect(priceOrder({ batchSize: 1, quality: 'draft' }, 201)).toBe(101);
  expect(priceOrder({ batchSize: 3, quality: 'draft' }, 201)).toBe(302);
  expect(priceOrder({ batchSize: 2, quality: 'high' }, 0)).toBe(0);
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
