import { LIBRARY_THUMBNAIL_PX } from '../../contract/constants.ts';
import type { Transaction } from '../db/database.ts';
import type { Picture } from '../images/pictures.ts';
import type { Storage, StoredBytes } from '../storage/storage.ts';
import { type FileKind, recordFile } from '../storage/store-file.ts';

/** A picture whose bytes lie in the storage, without rows yet: bytes that no row comes to are swept. */
export interface StoredPicture extends Pick<Picture, 'widthPx' | 'heightPx' | 'averageColour'> {
  readonly image: StoredBytes;
  readonly thumbnail: StoredBytes;
}

/** A file whose bytes lie in the storage, without a row yet. */
export interface StoredMap {
  readonly bytes: StoredBytes;
  readonly kind: FileKind;
}

/** @throws AppError `storage-full`. */
export async function storePicture(storage: Storage, picture: Picture): Promise<StoredPicture> {
  const { widthPx, heightPx, averageColour } = picture;
  const image = await storage.put(picture.image);
  const thumbnail = await storage.put(picture.thumbnail);
  return { image, thumbnail, widthPx, heightPx, averageColour };
}

/** The rows of a picture's two files. */
export async function recordPicture(tx: Transaction, picture: StoredPicture): Promise<void> {
  const { widthPx, heightPx } = picture;
  const side = LIBRARY_THUMBNAIL_PX;
  await recordFile(tx, picture.image, { contentType: 'image/webp', widthPx, heightPx });
  await recordFile(tx, picture.thumbnail, { contentType: 'image/webp', widthPx: side, heightPx: side });
}
