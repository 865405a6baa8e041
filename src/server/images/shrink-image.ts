import { AppError } from '../../contract/failure.ts';
import { makeThumbnail } from './make-thumbnail.ts';
import { checkImage, openImage } from './open-image.ts';
import type { ImageInfo } from './pictures.ts';

/** See `Pictures.shrinkImage`. */
export async function shrinkImage(
  bytes: Uint8Array,
  name: string,
  sizePx: number,
  isSquare: boolean,
): Promise<ImageInfo & { readonly thumbnail: Uint8Array }> {
  const info = await checkImage(bytes, name);
  try {
    return { ...info, thumbnail: await makeThumbnail(openImage(bytes), sizePx, isSquare) };
  } catch (cause) {
    throw new AppError({ code: 'image-unreadable', name }, { cause });
  }
}
