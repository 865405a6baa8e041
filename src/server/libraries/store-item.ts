import { readFile } from 'node:fs/promises';
import type { Pictures } from '../images/pictures.ts';
import type { Storage } from '../storage/storage.ts';
import type { Asked } from '../work/work-processes.ts';
import { type StoredMap, type StoredPicture, storePicture } from './store-picture.ts';

/** A file of an upload, see `read-upload.ts`. */
interface UploadedPart {
  readonly path: string;
  readonly name: string;
}

/** A picture of a library with the maps that came along. */
export interface StoredItem {
  readonly picture: StoredPicture;
  readonly normal: StoredMap | null;
  readonly roughness: StoredMap | null;
}

/**
 * Prepares the files of one item: all of them, or none. With maps it is shown as a ball that wears them.
 *
 * @throws AppError of the first file that cannot be taken, naming it; `storage-full`.
 */
export async function storeItem(
  work: Asked<Pictures>,
  storage: Storage,
  image: UploadedPart,
  maps: { readonly normal: UploadedPart | undefined; readonly roughness: UploadedPart | undefined },
  metalness: number,
): Promise<StoredItem> {
  const prepareMap = async (part: UploadedPart | undefined) =>
    part === undefined ? null : work.prepareMap(() => readFile(part.path), part.name);
  const picture = await work.preparePicture(() => readFile(image.path), image.name);
  const [normal, roughness] = [await prepareMap(maps.normal), await prepareMap(maps.roughness)];
  const isPlain = normal === null && roughness === null && metalness === 0;
  const ball = { colour: picture.image, normal: normal?.bytes ?? null, roughness: roughness?.bytes ?? null };
  const thumbnail = isPlain ? picture.thumbnail : await work.drawBall(ball, metalness);
  const store = async (map: typeof normal): Promise<StoredMap | null> =>
    map === null ? null : { bytes: await storage.put(map.bytes), kind: map.kind };
  return {
    picture: await storePicture(storage, { ...picture, thumbnail }),
    normal: await store(normal),
    roughness: await store(roughness),
  };
}
