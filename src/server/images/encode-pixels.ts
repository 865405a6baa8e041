import { makeThumbnail } from './make-thumbnail.ts';
import { openPixels } from './open-image.ts';
import type { Pixels } from './pictures.ts';

const PREVIEW_QUALITY = 80;

/** See `Pictures.encodeRender`. */
export async function encodeRender(
  { rgba, widthPx, heightPx }: Pixels,
  thumbnailPx: number,
): Promise<{ readonly png: Uint8Array; readonly thumbnail: Uint8Array }> {
  const pixels = openPixels(rgba, widthPx, heightPx).removeAlpha();
  const png = await pixels.clone().png({ compressionLevel: 6 }).toBuffer();
  return { png, thumbnail: await makeThumbnail(pixels, thumbnailPx) };
}

/** See `Pictures.encodeSmall`. */
export function encodeSmall({ rgba, widthPx, heightPx }: Pixels, sizePx: number): Promise<Uint8Array> {
  return makeThumbnail(openPixels(rgba, widthPx, heightPx).removeAlpha(), sizePx);
}

/** See `Pictures.encodePreview`. */
export async function encodePreview({ rgba, widthPx, heightPx }: Pixels): Promise<Uint8Array> {
  return openPixels(rgba, widthPx, heightPx)
    .removeAlpha()
    .webp({ quality: PREVIEW_QUALITY, effort: 0 })
    .toBuffer();
}
