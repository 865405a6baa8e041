import type { ProofedPicture } from '../../../contract/compute-values.ts';
import { AppError } from '../../../contract/failure.ts';
import { drawPixels, type Pixels } from '../pictures/convert-image.ts';
import { readPixels } from '../pictures/read-pixels.ts';

/** Both as `scripts/make-proof.mjs` writes the table: colours along an edge of it, and levels of a unit of CIELAB. */
const STEPS = 33;
const LEVELS_PER_UNIT = 8;
/** Farther from the nearest colour that can be printed, in CIELAB units, is another colour to anybody who looks. */
const OUTSIDE = 3;
/** Of what cannot be printed: a colour that itself cannot, so that no print and no product has it. */
const MARK = [255, 0, 255] as const;

/** A picture as offset printing on coated paper shows it, see `ComputeApi.proofPicture`. */
export async function proofPicture(picture: Blob): Promise<ProofedPicture> {
  const pixels = await readPixels(picture, '');
  if (pixels === null) throw new AppError({ code: 'image-unreadable', name: '' });
  const table = await fetchTable();
  const marked = new Uint8ClampedArray(pixels.rgba.length);
  const { rgba } = pixels;
  const print = lookUp(table);
  let outside = 0;
  for (let at = 0; at < rgba.length; at += 4) {
    const isOutside = print(rgba, at) > OUTSIDE;
    if (isOutside) outside += 1;
    for (let k = 0; k < 3; k++) marked[at + k] = isOutside ? (MARK[k] ?? 0) : (rgba[at + k] ?? 0);
    marked[at + 3] = 255;
  }
  return {
    proof: await encode(pixels),
    marked: await encode({ ...pixels, rgba: marked }),
    outside: outside / (rgba.length / 4),
  };
}

async function fetchTable(): Promise<Uint8ClampedArray> {
  const answer = await fetch(new URL('./coated-print.png', import.meta.url));
  if (!answer.ok) throw new Error(`the table of print colours: ${answer.status}`);
  return (await drawPixels(await answer.blob(), 'image/png')).rgba;
}

/**
 * What changes a pixel to what a print shows of it, between the colours of the table, in place; what can be printed keeps
 * its numbers. Gives how far the two are apart, in CIELAB units.
 */
function lookUp(table: Uint8ClampedArray): (rgba: Uint8ClampedArray, at: number) => number {
  const count = STEPS ** 3;
  const corner = [0, 0, 0];
  const share = [0, 0, 0];
  const sum = [0, 0, 0, 0];
  return (rgba, at) => {
    for (let k = 0; k < 3; k++) {
      const place = ((rgba[at + k] ?? 0) / 255) * (STEPS - 1);
      corner[k] = Math.min(STEPS - 2, Math.floor(place));
      share[k] = place - (corner[k] ?? 0);
    }
    sum.fill(0);
    const [r = 0, g = 0, b = 0] = corner;
    for (let i = 0; i < 8; i++) {
      const [x, y, z] = [i & 1, (i >> 1) & 1, i >> 2];
      const weight =
        (x ? (share[0] ?? 0) : 1 - (share[0] ?? 0)) *
        (y ? (share[1] ?? 0) : 1 - (share[1] ?? 0)) *
        (z ? (share[2] ?? 0) : 1 - (share[2] ?? 0));
      if (weight === 0) continue;
      const node = ((b + z) * STEPS + g + y) * STEPS + r + x;
      for (let k = 0; k < 3; k++) sum[k] = (sum[k] ?? 0) + weight * (table[node * 4 + k] ?? 0);
      sum[3] = (sum[3] ?? 0) + weight * (table[(count + node) * 4] ?? 0);
    }
    const apart = (sum[3] ?? 0) / LEVELS_PER_UNIT;
    if (apart >= 1) for (let k = 0; k < 3; k++) rgba[at + k] = Math.round(sum[k] ?? 0);
    return apart;
  };
}

async function encode({ rgba, widthPx, heightPx }: Pixels): Promise<Blob> {
  const canvas = new OffscreenCanvas(widthPx, heightPx);
  canvas.getContext('2d')?.putImageData(new ImageData(rgba, widthPx, heightPx), 0, 0);
  return canvas.convertToBlob({ type: 'image/png' });
}
