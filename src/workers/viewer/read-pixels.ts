/** What drawing left on the card, as the bytes of a picture. */
export type Pixels = Uint8Array<ArrayBuffer>;

/** Rows come from the card bottom first; this turns them in place. */
export function turnUpright(pixels: Pixels, widthPx: number, heightPx: number): void {
  const rowBytes = widthPx * 4;
  const spare = new Uint8Array(rowBytes);
  for (let top = 0, bottom = heightPx - 1; top < bottom; top++, bottom--) {
    spare.set(pixels.subarray(top * rowBytes, (top + 1) * rowBytes));
    pixels.copyWithin(top * rowBytes, bottom * rowBytes, (bottom + 1) * rowBytes);
    pixels.set(spare, bottom * rowBytes);
  }
}

/** True when every byte is 0: the card drew nothing. */
export function isEmpty({ buffer, byteOffset, byteLength }: Pixels): boolean {
  return new Uint32Array(buffer, byteOffset, byteLength >> 2).every((word) => word === 0);
}

/** Makes every pixel opaque, in place; where nothing was drawn, `red`, `green` and `blue` stand. */
export function flatten(pixels: Pixels, red: number, green: number, blue: number): void {
  for (let at = 0; at < pixels.length; at += 4) {
    if (pixels[at + 3] === 0) {
      pixels[at] = red;
      pixels[at + 1] = green;
      pixels[at + 2] = blue;
    }
    pixels[at + 3] = 255;
  }
}

/**
 * Turns depths of 24 bits into greys that use the whole of 8: 255 at the nearest pixel, 1 at the farthest, even steps of
 * one over the distance in between, 0 where nothing is. In place, opaque afterwards.
 *
 * @param pixels Share of the way from `nearest` to `farthest` in red, green and blue, the finest in blue.
 * @param nearest Above 0. @param farthest At least `nearest`.
 * @returns The distances that 255 and 1 stand for; null when nothing was drawn.
 */
export function stretchDepths(
  pixels: Pixels,
  nearest: number,
  farthest: number,
): { nearest: number; farthest: number } | null {
  const inverseAt = (at: number): number => {
    const share =
      (pixels[at] ?? 0) / 255 + (pixels[at + 1] ?? 0) / 65_025 + (pixels[at + 2] ?? 0) / 16_581_375;
    return 1 / (nearest + share * (farthest - nearest));
  };
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < pixels.length; at += 4) {
    if (pixels[at + 3] === 0) continue;
    const inverse = inverseAt(at);
    if (inverse < least) least = inverse;
    if (inverse > most) most = inverse;
  }
  const steps = most > least ? 254 / (most - least) : 0;
  for (let at = 0; at < pixels.length; at += 4) {
    const grey = pixels[at + 3] === 0 ? 0 : 255 - Math.round((most - inverseAt(at)) * steps);
    pixels[at] = pixels[at + 1] = pixels[at + 2] = grey;
    pixels[at + 3] = 255;
  }
  return most < least ? null : { nearest: 1 / most, farthest: 1 / least };
}
