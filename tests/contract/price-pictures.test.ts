import { expect, test } from 'vitest';
import { type PricedOrder, pricePictures } from '../../src/contract/price-pictures.ts';

const priceOf = (order: Partial<PricedOrder>, cost = 200) =>
  pricePictures({ batchSize: 1, quality: 'standard', widthPx: 1024, heightPx: 1024, ...order }, cost);

test('an order costs its images times the cost times the factor of its quality', () => {
  expect(priceOf({})).toBe(200);
  expect(priceOf({ batchSize: 4, quality: 'draft' })).toBe(400);
  expect(priceOf({ batchSize: 3, quality: 'high' })).toBe(1200);
});

test('an enlarged picture costs more (L18)', () => {
  expect(priceOf({ batchSize: 2, outputPx: 2048 })).toBe(600);
  expect(priceOf({ quality: 'draft', outputPx: 4096 })).toBe(300);
});

test('up to 2048 px every size costs the same, above as much as one that is enlarged to 4K', () => {
  expect(priceOf({ widthPx: 2048, heightPx: 2048 })).toBe(200);
  expect(priceOf({ widthPx: 64, heightPx: 2056 })).toBe(600);
  expect(priceOf({ widthPx: 4096, heightPx: 2304, quality: 'draft' })).toBe(300);
  expect(priceOf({ widthPx: 8192, heightPx: 8192, batchSize: 2 })).toBe(1200);
});

test('half credits are rounded up once, over the whole order', () => {
  expect(priceOf({ quality: 'draft' }, 201)).toBe(101);
  expect(priceOf({ batchSize: 3, quality: 'draft' }, 201)).toBe(302);
  expect(priceOf({ batchSize: 2, quality: 'high' }, 0)).toBe(0);
});
