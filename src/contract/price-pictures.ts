import { isLargePicture } from './camera/picture-frame.ts';
import { OUTPUT_PRICE, QUALITY_PRICE } from './constants.ts';
import type { RenderSpec } from './render-spec.ts';

/** What the price of an order depends on. */
export type PricedOrder = Pick<RenderSpec, 'batchSize' | 'quality' | 'outputPx' | 'widthPx' | 'heightPx'>;

/**
 * Credits an order costs: images times cost times the factors of its quality and of its size, rounded up once (L18). The
 * page shows it before the order, the server takes it.
 *
 * @param renderCost Credits of one image at standard quality.
 */
export function pricePictures(order: PricedOrder, renderCost: number): number {
  return Math.ceil(order.batchSize * renderCost * QUALITY_PRICE[order.quality] * sizeFactor(order));
}

/** A picture that is made large costs what one costs that is enlarged to 4K; any other size costs the same. */
export function sizeFactor({
  outputPx,
  widthPx,
  heightPx,
}: Omit<PricedOrder, 'batchSize' | 'quality'>): number {
  if (outputPx !== undefined) return OUTPUT_PRICE[outputPx];
  return isLargePicture(widthPx, heightPx) ? OUTPUT_PRICE[4096] : 1;
}
