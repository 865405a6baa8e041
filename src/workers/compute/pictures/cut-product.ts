import type { Pixels } from './convert-image.ts';
import type { Box } from './place-picture.ts';

/** A pixel counts to the product's box from half of its area on. */
const INSIDE = 128;
/** From here on a pixel's colour is the product's own. */
const SOLID = 250;
/** Steps outwards in which edges take the product's colour: smoothing makes them two pixels wide. */
const STEPS = 3;

/**
 * The product's box in a picture of coverages.
 *
 * @param alpha Red is how much of each pixel the product covers.
 * @returns Null where it covers nothing.
 */
export function findProduct({ rgba, widthPx, heightPx }: Pixels): Box | null {
  let [left, top, right, bottom] = [widthPx, heightPx, -1, -1];
  for (let y = 0, at = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, at += 4) {
      if ((rgba[at] ?? 0) < INSIDE) continue;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      bottom = y;
    }
  }
  return right < 0 ? null : { left, top, width: right - left + 1, height: bottom - top + 1 };
}

/**
 * Takes a product out of its picture, in place: coverage becomes alpha. What shines through at its edges would be a rim
 * of the old background, so they take the colour of the product beside them.
 *
 * @param alpha As of {@link findProduct}, of the same size.
 */
export function cutProduct({ rgba, widthPx }: Pixels, alpha: Pixels): void {
  const solid = new Uint8Array(rgba.length / 4);
  let edge: number[] = [];
  for (let pixel = 0, at = 0; pixel < solid.length; pixel++, at += 4) {
    const cover = alpha.rgba[at] ?? 0;
    rgba[at + 3] = cover;
    if (cover >= SOLID) solid[pixel] = 1;
    else if (cover > 0) edge.push(pixel);
    else rgba[at] = rgba[at + 1] = rgba[at + 2] = 0;
  }
  for (let step = 0; step < STEPS; step++) {
    const reached = edge.filter((pixel) => takeColour(rgba, solid, pixel, widthPx));
    for (const pixel of reached) solid[pixel] = 1;
    edge = edge.filter((pixel) => solid[pixel] === 0);
  }
}

/** Mean of the solid pixels around one; false where there are none. */
function takeColour(rgba: Uint8ClampedArray, solid: Uint8Array, pixel: number, widthPx: number): boolean {
  const sums = [0, 0, 0];
  let count = 0;
  for (let dy = -1; dy <= 1; dy++) {
    for (let dx = -1; dx <= 1; dx++) {
      const x = (pixel % widthPx) + dx;
      const near = pixel + dy * widthPx + dx;
      if (x < 0 || x >= widthPx || solid[near] !== 1) continue;
      for (let channel = 0; channel < 3; channel++) sums[channel]! += rgba[near * 4 + channel] ?? 0;
      count++;
    }
  }
  if (count === 0) return false;
  for (let channel = 0; channel < 3; channel++) rgba[pixel * 4 + channel] = (sums[channel] ?? 0) / count;
  return true;
}
