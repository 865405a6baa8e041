import { AppError } from '../../contract/failure.ts';
import { makeThumbnail } from './make-thumbnail.ts';
import { checkImage, openImage } from './open-image.ts';
import type { PreparedFile } from './pictures.ts';

/** Both sides of an avatar: four times as large as it is shown at most. */
const AVATAR_PX = 256;
/** A picture of 64 megapixels is made smaller while it is read. */
const PATIENCE = { seconds: 30 };

/** See `Pictures.prepareAvatar`. */
export async function prepareAvatar(bytes: Uint8Array, name: string): Promise<PreparedFile> {
  await checkImage(bytes, name);
  try {
    const upright = openImage(bytes).timeout(PATIENCE).autoOrient();
    const small = await makeThumbnail(upright, AVATAR_PX, true);
    return { bytes: small, kind: { contentType: 'image/webp', widthPx: AVATAR_PX, heightPx: AVATAR_PX } };
  } catch (cause) {
    throw new AppError({ code: 'image-unreadable', name }, { cause });
  }
}
