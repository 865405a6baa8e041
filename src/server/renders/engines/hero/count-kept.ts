import { createHash } from 'node:crypto';
import type { FinishedPicture } from '../../../../tracer/picture.ts';

/** How a product came through the laying over. */
export interface KeptCount {
  /** Pixels that are product and nothing else, as their neighbours are. */
  readonly comparedPixels: number;
  /** Those of them that have another byte than the product alone. */
  readonly changedPixels: number;
  /** Hex SHA-256 of the product alone. */
  readonly productHash: string;
}

/**
 * Compares a finished picture with the product alone, byte for byte, wherever the product and all pixels around it cover
 * everything. What lies outside of the picture counts as product.
 *
 * @param product RGBA of the picture's size; alpha is 255 where the product covers all of a pixel, and nowhere else.
 */
export function countKept(product: Uint8Array, { widthPx, heightPx, rgba }: FinishedPicture): KeptCount {
  let [comparedPixels, changedPixels] = [0, 0];
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      if (!isInside(product, widthPx, heightPx, x, y)) continue;
      comparedPixels++;
      const at = (y * widthPx + x) * 4;
      const isSame =
        rgba[at] === product[at] && rgba[at + 1] === product[at + 1] && rgba[at + 2] === product[at + 2];
      if (!isSame) changedPixels++;
    }
  }
  return { comparedPixels, changedPixels, productHash: createHash('sha256').update(product).digest('hex') };
}

function isInside(product: Uint8Array, widthPx: number, heightPx: number, x: number, y: number): boolean {
  if (product[(y * widthPx + x) * 4 + 3] !== 255) return false;
  for (let v = Math.max(0, y - 1); v <= Math.min(heightPx - 1, y + 1); v++) {
    for (let u = Math.max(0, x - 1); u <= Math.min(widthPx - 1, x + 1); u++) {
      if (product[(v * widthPx + u) * 4 + 3] !== 255) return false;
    }
  }
  return true;
}
