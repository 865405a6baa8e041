import type { EncodedMask } from '../../../contract/compute-values.ts';
import { AppError } from '../../../contract/failure.ts';
import { binariseIds } from './binarise-ids.ts';
import { encodeWebp } from './encode-webp.ts';

/**
 * One binary mask per group, encoded without loss: decoded again, every channel is 0 or 255.
 *
 * @param idPixels RGBA, 8 bits, row 0 at the top; red + 256 * green is material slot + 1, 0 is background.
 * @param groups Slots that count as white in each mask.
 * @returns WebP, or PNG where the codec cannot run, with each mask's share of white pixels, 0 to 1.
 * @throws AppError `no-matching-materials` for no groups, and when none of them is seen (S2 5).
 */
export async function encodeMasks(
  idPixels: ArrayBuffer,
  widthPx: number,
  heightPx: number,
  groups: readonly (readonly number[])[],
): Promise<EncodedMask[]> {
  const ids = new Uint8Array(idPixels);
  const binary = groups.map((slots) => binariseIds(ids, slots));
  if (binary.every(({ coverage }) => coverage === 0)) throw new AppError({ code: 'no-matching-materials' });
  const masks: EncodedMask[] = [];
  for (const { pixels, coverage } of binary) {
    masks.push({ image: await encodeWebp(pixels.buffer, widthPx, heightPx, 1), coverage });
  }
  return masks;
}
