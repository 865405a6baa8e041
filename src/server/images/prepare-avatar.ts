import { AppError } from '../../contract/failure.ts';
import { makeThumbnail } from './make-thumbnail.ts';
import { checkImage, openImage } from './open-image.ts';

/** Both sides of an avatar: four times as large as it is shown at most. */
export const AVATAR_PX = 256;
/** A picture of 64 megapixels is made smaller while it is read. */
const PATIENCE = { seconds: 30 };

/**
 * Makes a square WebP of a picture that a person uploaded: upright, its middle, without what a camera wrote into it.
 *
 * @param name For the failures only.
 * @throws AppError `file-format-unsupported`, `image-too-large`, `image-unreadable`.
 */
export async function prepareAvatar(bytes: Uint8Array, name: string): Promise<Uint8Array> {
  await checkImage(bytes, name);
  try {
    return await makeThumbnail(openImage(bytes).timeout(PATIENCE).autoOrient(), AVATAR_PX, true);
  } catch (cause) {
    throw new AppError({ code: 'image-unreadable', name }, { cause });
  }
}
