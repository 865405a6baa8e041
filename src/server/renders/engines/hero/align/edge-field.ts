import { luminance, type PictureSize } from '../../../../../tracer/picture.ts';

/** Edges of a picture by strength and doubled angle, so that it does not matter which side is the brighter one. */
export interface EdgeField {
  readonly cosine: Float32Array;
  readonly sine: Float32Array;
}

/** Change of brightness, as a person sees it, at which an edge counts half. */
const HALF = 0.06;

/** Brightness of a linear picture, about as a person sees it. */
export function levelsOf(rgb: Float32Array): Float32Array {
  return Float32Array.from({ length: rgb.length / 3 }, (_, at) =>
    Math.sqrt(Math.max(0, luminance(rgb[at * 3]!, rgb[at * 3 + 1]!, rgb[at * 3 + 2]!))),
  );
}

/** By Sobel's filter, with weak edges counting little and strong ones alike. */
export function drawEdges(levels: Float32Array, { widthPx, heightPx }: PictureSize): EdgeField {
  const cosine = new Float32Array(levels.length);
  const sine = new Float32Array(levels.length);
  for (let y = 1; y < heightPx - 1; y++) {
    for (let x = 1; x < widthPx - 1; x++) {
      const at = y * widthPx + x;
      const [above, below] = [at - widthPx, at + widthPx];
      const right =
        (levels[above + 1]! +
          2 * levels[at + 1]! +
          levels[below + 1]! -
          levels[above - 1]! -
          2 * levels[at - 1]! -
          levels[below - 1]!) /
        4;
      const down =
        (levels[below - 1]! +
          2 * levels[below]! +
          levels[below + 1]! -
          levels[above - 1]! -
          2 * levels[above]! -
          levels[above + 1]!) /
        4;
      const square = right * right + down * down;
      if (square < 1e-8) continue;
      const weight = square / (square + HALF * HALF) / square;
      cosine[at] = (right * right - down * down) * weight;
      sine[at] = 2 * right * down * weight;
    }
  }
  return { cosine, sine };
}

/** Means of two by two; an odd last row or column is left out. */
export function halve(levels: Float32Array, { widthPx, heightPx }: PictureSize): Float32Array {
  const [width, height] = [widthPx >> 1, heightPx >> 1];
  const small = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = 2 * y * widthPx + 2 * x;
      small[y * width + x] =
        (levels[at]! + levels[at + 1]! + levels[at + widthPx]! + levels[at + widthPx + 1]!) / 4;
    }
  }
  return small;
}

/** Product where half of it is. */
export function halveMask(mask: Uint8Array, { widthPx, heightPx }: PictureSize): Uint8Array {
  const [width, height] = [widthPx >> 1, heightPx >> 1];
  const small = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = 2 * y * widthPx + 2 * x;
      const sum = mask[at]! + mask[at + 1]! + mask[at + widthPx]! + mask[at + widthPx + 1]!;
      small[y * width + x] = Math.round(sum / 4);
    }
  }
  return small;
}

/** Pixels of the product and so far around it, when it has any outline in the picture. */
export function listBand(mask: Uint8Array, { widthPx, heightPx }: PictureSize, aroundPx: number): Int32Array {
  const isNear = new Uint8Array(mask.length);
  let outline = 0;
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const at = y * widthPx + x;
      if (mask[at]! <= 127) continue;
      isNear[at] = 1;
      const isInside =
        (x === 0 || mask[at - 1]! > 127) &&
        (x === widthPx - 1 || mask[at + 1]! > 127) &&
        (y === 0 || mask[at - widthPx]! > 127) &&
        (y === heightPx - 1 || mask[at + widthPx]! > 127);
      if (isInside) continue;
      outline += 1;
      for (let row = Math.max(0, y - aroundPx); row <= Math.min(heightPx - 1, y + aroundPx); row++) {
        isNear.fill(
          1,
          row * widthPx + Math.max(0, x - aroundPx),
          row * widthPx + Math.min(widthPx, x + aroundPx + 1),
        );
      }
    }
  }
  if (outline === 0) return new Int32Array(0);
  const band: number[] = [];
  isNear.forEach((near, at) => {
    if (near === 1) band.push(at);
  });
  return Int32Array.from(band);
}
