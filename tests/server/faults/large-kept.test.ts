import { expect, test } from 'vitest';
import { ANSWERS, keepProduct, makePlate, smallRecipe } from '../../support/kept-product.ts';
import { buildKernel, createTestHost } from '../../support/trace-host.ts';

test('a picture of 4096 x 4096 px has the product at its full size, whatever came back', async () => {
  buildKernel();
  const host = await createTestHost(1, true);
  const plate = await makePlate(host, smallRecipe(), { widthPx: 1024, heightPx: 1024 });
  const size = { widthPx: 4096, heightPx: 4096 };
  const kept = await keepProduct(host, smallRecipe(), plate, await ANSWERS.noise!(plate), size);
  expect(kept.changedPixels).toBe(0);
  expect(kept.comparedPixels).toBeGreaterThan(500_000);
}, 1_800_000);
