import type { ContentHash } from '../../contract/ids.ts';
import type { ModelMaterial } from '../../contract/scene/dressed-material.ts';
import type { Queryable } from '../db/database.ts';
import { findReadable, type Readable } from '../libraries/find-readable.ts';
import type { FileUrls } from '../storage/sign-file-url.ts';

/** Materials as the wire shows them: with a fresh address of each texture that is the person's to see. */
export async function describeMaterials(
  db: Queryable,
  urls: FileUrls,
  userId: number,
  materials: readonly ModelMaterial[],
): Promise<ModelMaterial[]> {
  const hashes = materials.map(({ textureHash }) => textureHash);
  return addressMaterials(urls, await findReadable(db, userId, hashes), materials);
}

/** @param readable What the person may see, see {@link findReadable}. */
export function addressMaterials(
  urls: FileUrls,
  readable: Readable,
  materials: readonly ModelMaterial[],
): ModelMaterial[] {
  return materials.map((entry) => ({
    ...entry,
    texturePath: addressTexture(urls, readable, entry.textureHash),
  }));
}

/** Null for a texture that the person may not see. */
export function addressTexture(urls: FileUrls, readable: Readable, hash: ContentHash | null): string | null {
  const reach = hash === null ? undefined : readable.get(hash);
  return hash === null || reach === undefined ? null : urls.sign(hash, reach);
}
