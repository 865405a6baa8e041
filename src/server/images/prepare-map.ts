import { LIBRARY_IMAGE_MAX_PX } from '../../contract/constants.ts';
import { AppError, isFailure } from '../../contract/failure.ts';
import { inspectImage, openImage } from './open-image.ts';
import type { ImageInfo, PreparedFile } from './pictures.ts';
import { isAsKept } from './prepare-picture.ts';

/** Finer than a picture to look at: a normal map has its detail where WebP saves most, in its colours. */
const WEBP = { quality: 95, effort: 2, smartSubsample: true } as const;
const PATIENCE = { seconds: 30 };

/** See `Pictures.prepareMap`. */
export async function prepareMap(bytes: Uint8Array, name: string): Promise<PreparedFile> {
  const info = await inspect(bytes, name);
  try {
    if (await isAsKept(bytes, info)) return { bytes, kind: info };
    const side = LIBRARY_IMAGE_MAX_PX;
    const { data, info: made } = await openImage(bytes)
      .timeout(PATIENCE)
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .removeAlpha()
      .webp(WEBP)
      .toBuffer({ resolveWithObject: true });
    const kind = { contentType: 'image/webp', widthPx: made.width, heightPx: made.height } as const;
    return { bytes: data, kind };
  } catch (cause) {
    throw new AppError({ code: 'image-unreadable', name }, { cause });
  }
}

/** One of several files is refused by its name. */
async function inspect(bytes: Uint8Array, name: string): Promise<ImageInfo> {
  try {
    return await inspectImage(bytes, name);
  } catch (cause) {
    if (!isFailure(cause, 'file-format-unsupported')) throw cause;
    throw new AppError({ code: 'image-unreadable', name }, { cause });
  }
}
