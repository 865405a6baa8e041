import { OUTPUT_PRICE, QUALITY_PRICE } from '../../../contract/constants.ts';
import type { RenderSpec } from '../../../contract/render-spec.ts';

/**
 * Credits an order costs: images times cost times the factors of its quality and of its enlargement, rounded up once
 * (L18).
 *
 * @param renderCost Credits of one image at standard quality.
 */
export function priceOrder(
  recipe: Pick<RenderSpec, 'batchSize' | 'quality' | 'outputPx'>,
  renderCost: number,
): number {
  const { batchSize, quality, outputPx } = recipe;
  const enlarged = outputPx === undefined ? 1 : OUTPUT_PRICE[outputPx];
  return Math.ceil(batchSize * renderCost * QUALITY_PRICE[quality] * enlarged);
}

/** Credits of one image of an order. The shares of all images add up to the price, whatever the rounding. */
export function priceOfImage(price: number, images: number, batchIndex: number): number {
  return Math.floor((price * (batchIndex + 1)) / images) - Math.floor((price * batchIndex) / images);
}
