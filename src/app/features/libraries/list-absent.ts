import type { LibraryItemBody } from '../../../contract/http/libraries.ts';
import type { ContentHash } from '../../../contract/ids.ts';
import type { App } from '../../core/app.ts';

/** The pictures that an item lays on: its own, and a material's maps. */
export function listItemFiles({ image, image_hash: hash, material }: LibraryItemBody): {
  readonly hash: ContentHash;
  /** Signed address. */
  readonly url: string;
}[] {
  const maps = [material?.normal, material?.roughness_map].filter((map) => map != null);
  return [{ hash, url: image }, ...maps];
}

/** Ids of the items of which this device lacks a picture. */
export async function listAbsent(
  { storage }: Pick<App, 'storage'>,
  items: readonly LibraryItemBody[],
): Promise<ReadonlySet<number>> {
  const stored = new Set(await storage.list());
  const absent = items.filter((item) => listItemFiles(item).some(({ hash }) => !stored.has(hash)));
  return new Set(absent.map(({ id }) => id));
}
