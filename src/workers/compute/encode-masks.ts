import type { EncodedMask } from '../../contract/compute-api.ts';
import { binariseIds } from './binarise-ids.ts';
import { encodeWebp } from './encode-webp.ts';

/**
 * One binary mask per group, encoded without loss: decoded again, every channel is 0 or 255.
 *
 * @param idPixels RGBA, 8 bits, row 0 at the top; red + 256 * green is material slot + 1, 0 is background.
 * @param groups Slots that count as white in each mask.
 * @returns WebP, or PNG where the codec cannot run, with each mask's share of white pixels, 0 to 1.
 */
export async function encodeMasks(
  idPixels: ArrayBuffer,
  widthPx: number,
  heightPx: number,
  groups: readonly (readonly number[])[],
): Promise<EncodedMask[]> {
  const ids = new Uint8Array(idPixels);
  const masks: EncodedMask[] = [];
  for (const slots of groups) {
    const { pixels, coverage } = binariseIds(ids, slots);
    masks.push({ image: await encodeLossless(pixels, widthPx, heightPx), coverage });
  }
  return masks;
}

async function encodeLossless(
  pixels: Uint8ClampedArray<ArrayBuffer>,
  widthPx: number,
  heightPx: number,
): Promise<Blob> {
  try {
    return await encodeWebp(pixels.buffer, widthPx, heightPx, 1);
  } catch {
    const canvas = new OffscreenCanvas(widthPx, heightPx);
    canvas.getContext('2d')?.putImageData(new ImageData(pixels, widthPx, heightPx), 0, 0);
    return await canvas.convertToBlob({ type: 'image/png' });
  }
}
