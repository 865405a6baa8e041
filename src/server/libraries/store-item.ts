import { readFile } from 'node:fs/promises';
import type { MapReading } from '../../contract/compute-values.ts';
import type { Pictures } from '../images/pictures.ts';
import type { Storage } from '../storage/storage.ts';
import type { Asked } from '../work/work-processes.ts';
import { type StoredMap, type StoredPicture, storePicture } from './store-picture.ts';

/** A file of an item, and how to come by its bytes. */
export interface ItemFile {
  /** For the failures. */
  readonly name: string;
  readonly read: () => Promise<Uint8Array>;
  /** Which channel of the file holds the map; the whole picture if absent. */
  readonly reading?: MapReading;
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
  image: ItemFile,
  maps: { readonly normal: ItemFile | undefined; readonly roughness: ItemFile | undefined },
  metalness: number,
): Promise<StoredItem> {
  const prepareMap = async (file: ItemFile | undefined) =>
    file === undefined ? null : work.prepareMap(file.read, file.name, file.reading ?? 'asIs');
  const picture = await work.preparePicture(image.read, image.name);
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

/** A file of an upload, see `read-upload.ts`. */
export function fromDisk<Part extends { readonly path: string; readonly name: string } | undefined>(
  part: Part,
): ItemFile | Extract<Part, undefined> {
  if (part === undefined) return part as Extract<Part, undefined>;
  const { path, name } = part;
  return { name, read: () => readFile(path) };
}
