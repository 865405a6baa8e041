import { measureDistances } from './measure-distances.ts';

/** Of legs and cables so many pixels at each side are painted over: more would leave nothing of them to paint around. */
const THIN_RIM_PX = 2;

/**
 * Says what of a plate is to be painted: all but the product without its rim, so that nothing of the old background is left at
 * the edge under the product that is laid over it. At the picture's border there is no rim.
 *
 * @param alpha The product's, one byte a pixel. @param rimPx A cell of the family's latents and 2 px.
 * @returns 255 is painted, 0 stays; nothing between.
 */
export function drawPaint(alpha: Uint8Array, widthPx: number, heightPx: number, rimPx: number): Uint8Array {
  const inwards = measureDistances((i) => (alpha[i] ?? 0) === 0, widthPx, heightPx);
  const toCore = measureDistances((i) => (inwards[i] ?? 0) > rimPx, widthPx, heightPx);
  const paint = new Uint8Array(alpha.length).fill(255);
  for (let i = 0; i < paint.length; i++) {
    const inside = inwards[i] ?? 0;
    if (inside <= THIN_RIM_PX) continue;
    // What no core reaches back to is thinner than two rims.
    const isThin = (toCore[i] ?? 0) > rimPx + 1;
    if (inside > rimPx || isThin) paint[i] = 0;
  }
  return paint;
}
