import { QUALITY_PRICE } from '../../contract/constants.ts';
import type { RenderQuality } from '../../contract/render-spec.ts';

/**
 * Credits an order costs: images times cost times the factor of its quality, rounded up once (L18).
 *
 * @param renderCost Credits of one image at standard quality.
 */
export function priceOrder(images: number, renderCost: number, quality: RenderQuality): number {
  return Math.ceil(images * renderCost * QUALITY_PRICE[quality]);
}

/** Credits of one image of an order. The shares of all images add up to the price, whatever the rounding. */
export function priceOfImage(price: number, images: number, batchIndex: number): number {
  return Math.floor((price * (batchIndex + 1)) / images) - Math.floor((price * batchIndex) / images);
}
