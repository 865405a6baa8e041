import type { ModelMaterial } from '../../contract/http/projects.ts';
import type { Queryable } from '../db/database.ts';
import { findReadable } from '../libraries/find-readable.ts';
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
  readable: ReadonlySet<string>,
  materials: readonly ModelMaterial[],
): ModelMaterial[] {
  return materials.map((entry) => ({
    ...entry,
    texturePath:
      entry.textureHash !== null && readable.has(entry.textureHash) ? urls.sign(entry.textureHash) : null,
  }));
}
