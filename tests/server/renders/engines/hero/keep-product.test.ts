import { beforeAll, describe, expect, it } from 'vitest';
import type { PlateParts } from '../../../../../src/server/renders/engines/hero/plate-parts.ts';
import type { TraceHost } from '../../../../../src/tracer/trace-events.ts';
import { ANSWERS, keepProduct, makePlate, type Size, smallRecipe } from '../../../../support/kept-product.ts';
import { buildKernel, createTestHost } from '../../../../support/trace-host.ts';

let host: TraceHost;
beforeAll(async () => {
  buildKernel();
  host = await createTestHost(1, true);
});

/** One, 4 to 3, 3 to 4, 16 to 9 and 9 to 16. */
const RATIOS: readonly Size[] = [
  [128, 128],
  [128, 96],
  [96, 128],
  [128, 72],
  [72, 128],
].map(([widthPx = 0, heightPx = 0]) => ({ widthPx, heightPx }));

describe.each(RATIOS)('a product of $widthPx x $heightPx px', (size) => {
  let plate: PlateParts;
  let truth: Uint8Array;
  beforeAll(async () => {
    plate = await makePlate(host, smallRecipe(), size);
    truth = (await keepProduct(host, smallRecipe(), plate, await ANSWERS.noise!(plate), size)).product;
  });

  it.each(Object.keys(ANSWERS))('is not changed by an answer that is: %s', async (name) => {
    const kept = await keepProduct(host, smallRecipe(), plate, await ANSWERS[name]!(plate), size);
    expect(kept.changedPixels).toBe(0);
    expect(kept.comparedPixels).toBeGreaterThan(300);
    expect(Buffer.from(kept.product).equals(Buffer.from(truth))).toBe(true);
  });
});

describe.each([
  { widthPx: 1024, heightPx: 1024, bandPixels: undefined },
  // In bands, as one of 4096 px is made: that one is in tests/server/faults.
  { widthPx: 1024, heightPx: 768, bandPixels: 512 * 512 },
])('a picture of $widthPx x $heightPx px', ({ widthPx, heightPx, bandPixels }) => {
  it('has the product at its full size, whatever came back', async () => {
    const recipe = smallRecipe();
    const plate = await makePlate(host, recipe, { widthPx: 256, heightPx: (256 * heightPx) / widthPx });
    const answer = await ANSWERS.noise!(plate);
    const kept = await keepProduct(host, recipe, plate, answer, { widthPx, heightPx }, bandPixels);
    expect(kept.changedPixels).toBe(0);
    expect(kept.comparedPixels).toBeGreaterThan(0.03 * widthPx * heightPx);
  }, 300_000);
});
