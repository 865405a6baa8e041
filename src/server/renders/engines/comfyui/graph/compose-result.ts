import { AppError } from '../../../../../contract/failure.ts';
import { outputSize } from '../../../../../contract/files/output-size.ts';
import type { ContentHash } from '../../../../../contract/ids.ts';
import type { RenderSpec } from '../../../../../contract/render-spec.ts';
import { checkImage, openImage } from '../../../../images/open-image.ts';
import { inBands } from './in-bands.ts';
import { blurGrey, type Grey, readGrey, readRgb, type Size } from './rasters.ts';

/** A finished picture: RGBA, 8 bits, opaque, row 0 at the top. */
export interface ComposedResult extends Size {
  readonly rgba: Uint8Array;
}

/** Standard deviation of what a protected part fades out with: 2.5 px of 1024. */
const FEATHER_SHARE = 2.5 / 1024;
/** A picture of 4096 px from a server takes 3 s to decode and resize. */
const PATIENCE = { seconds: 60 };

/**
 * Makes the picture a person gets out of the file a server made: of the order's size, pixels alone, as servers write the
 * graph and its texts into their files. What is protected is the viewer's own picture again, exact inside its masks and
 * fading out beyond their edges.
 *
 * @param bytes PNG, JPEG or WebP.
 * @param readFile A file the recipe names.
 * @throws AppError `file-format-unsupported`, `image-too-large`, `image-unreadable`; whatever `readFile` throws.
 */
export async function composeResult(
  bytes: Uint8Array,
  recipe: RenderSpec,
  readFile: (hash: ContentHash) => Promise<Uint8Array>,
): Promise<ComposedResult> {
  await checkImage(bytes, 'result');
  const size = outputSize(recipe);
  const rgba = await openImage(bytes)
    .timeout(PATIENCE)
    .removeAlpha()
    .toColourspace('srgb')
    .resize(size.widthPx, size.heightPx, { fit: 'fill', kernel: 'lanczos3' })
    .ensureAlpha()
    .raw()
    .toBuffer()
    .catch((cause: unknown) => {
      throw new AppError({ code: 'image-unreadable', name: 'result' }, { cause });
    });
  const locked = await readLocked(recipe, readFile, size);
  if (locked !== null) {
    const own = await readRgb(await readFile(recipe.passes.snapshot), size);
    await layOver(rgba, own, await feather(locked, size));
  }
  return { ...size, rgba };
}

/** All protected masks as one, 0 and 255. */
async function readLocked(
  { masks }: RenderSpec,
  readFile: (hash: ContentHash) => Promise<Uint8Array>,
  size: Size,
): Promise<Grey | null> {
  let whole: Grey | null = null;
  for (const { imageHash, isLocked } of masks) {
    if (!isLocked) continue;
    const mask = await readGrey(await readFile(imageHash), size);
    const joined: Grey = whole ?? new Uint8Array(mask.length);
    await inBands(mask.length, (from, to) => {
      for (let at = from; at < to; at++) if ((mask[at] ?? 0) >= 128) joined[at] = 255;
    });
    whole = joined;
  }
  return whole;
}

/** A blurred edge is half there at the edge itself: doubled, it is whole up to it and fades out beyond. */
async function feather(mask: Grey, size: Size): Promise<Grey> {
  const sigma = Math.max(0.5, Math.min(size.widthPx, size.heightPx) * FEATHER_SHARE);
  const soft = await blurGrey(mask, size, sigma);
  await inBands(soft.length, (from, to) => {
    for (let at = from; at < to; at++) {
      soft[at] = mask[at] === 255 ? 255 : Math.min(255, 2 * (soft[at] ?? 0));
    }
  });
  return soft;
}

/** @param rgba Changed in place. */
async function layOver(rgba: Uint8Array, rgb: Uint8Array, share: Grey): Promise<void> {
  await inBands(share.length, (from, to) => {
    for (let at = from; at < to; at++) {
      const over = (share[at] ?? 0) / 255;
      if (over === 0) continue;
      for (let k = 0; k < 3; k++) {
        const under = rgba[at * 4 + k] ?? 0;
        rgba[at * 4 + k] = Math.round(under + ((rgb[at * 3 + k] ?? 0) - under) * over);
      }
    }
  });
}
