import { beforeAll, expect, it } from 'vitest';
import type { TraceHost } from '../../../../../src/tracer/trace-events.ts';
import { ANSWERS, keepProduct, makePlate, smallRecipe } from '../../../../support/kept-product.ts';
import { buildKernel, createTestHost } from '../../../../support/trace-host.ts';

/** As `keep-product.test.ts`, at sizes that are ordered. */

let host: TraceHost;
beforeAll(async () => {
  buildKernel();
  host = await createTestHost(1, true);
});

it.each([
  [1024, 1024],
  [1024, 768],
  [768, 1024],
  [1024, 576],
  [576, 1024],
  [2048, 2048],
])(
  'a product of %i x %i px is not changed by noise, nor by what has slid',
  async (widthPx, heightPx) => {
    const recipe = smallRecipe();
    const plate = await makePlate(host, recipe, { widthPx: widthPx / 4, heightPx: heightPx / 4 });
    for (const name of ['noise', 'shifted 7 px']) {
      const kept = await keepProduct(host, recipe, plate, await ANSWERS[name]!(plate), { widthPx, heightPx });
      expect(kept.changedPixels).toBe(0);
      expect(kept.comparedPixels).toBeGreaterThan(0.02 * widthPx * heightPx);
    }
  },
  600_000,
);
