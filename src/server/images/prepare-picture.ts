import { LIBRARY_IMAGE_MAX_PX, LIBRARY_THUMBNAIL_PX } from '../../contract/constants.ts';
import { AppError } from '../../contract/failure.ts';
import { averageColour } from './average-colour.ts';
import { cutImage } from './cut-image.ts';
import { isPlain } from './is-plain.ts';
import { makeThumbnail, WEBP } from './make-thumbnail.ts';
import { checkImage, openImage } from './open-image.ts';
import type { ImageInfo, Picture } from './pictures.ts';

/** A picture of 4096 px takes 3 s at most; one of 64 megapixels is made smaller while it is read. */
const PATIENCE = { seconds: 30 };

/** See `Pictures.preparePicture`. */
export async function preparePicture(given: Uint8Array, name: string): Promise<Picture> {
  const bytes = cutImage(given);
  const info = await checkImage(bytes, name);
  try {
    const { image, widthPx, heightPx } = (await isAsKept(bytes, info))
      ? { ...info, image: bytes }
      : await writeAnew(bytes);
    const small = await makeThumbnail(openImage(image), LIBRARY_THUMBNAIL_PX, true);
    const colour = await averageColour(openImage(image));
    return {
      image,
      widthPx,
      heightPx,
      thumbnail: small,
      averageColour: colour,
    };
  } catch (cause) {
    throw new AppError({ code: 'image-unreadable', name }, { cause });
  }
}

/** True for a WebP that a library keeps as it came; whatever is broken in it shows when it is decoded. */
export async function isAsKept(
  bytes: Uint8Array,
  { contentType, widthPx, heightPx }: ImageInfo,
): Promise<boolean> {
  if (contentType !== 'image/webp' || Math.max(widthPx, heightPx) > LIBRARY_IMAGE_MAX_PX) return false;
  const { pages = 1, hasProfile } = await openImage(bytes).metadata();
  return pages === 1 && hasProfile !== true && (await isPlain(bytes));
}

async function writeAnew(bytes: Uint8Array): Promise<Pick<Picture, 'image' | 'widthPx' | 'heightPx'>> {
  const side = LIBRARY_IMAGE_MAX_PX;
  const { data: image, info } = await openImage(bytes)
    .timeout(PATIENCE)
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .webp(WEBP)
    .toBuffer({ resolveWithObject: true });
  return { image, widthPx: info.width, heightPx: info.height };
}
