import { openImage } from './open-image.ts';
import type { Pixels } from './pictures.ts';

const PREVIEW_PX = 512;

/** See `Pictures.decodePreview`. */
export async function decodePreview(bytes: Uint8Array): Promise<Pixels> {
  const { data, info } = await openImage(bytes)
    .resize({ width: PREVIEW_PX, height: PREVIEW_PX, fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { rgba: data, widthPx: info.width, heightPx: info.height };
}
