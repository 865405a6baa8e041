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
  const readable = await findReadable(
    db,
    userId,
    materials.map(({ textureHash }) => textureHash),
  );
  return materials.map((entry) => ({
    ...entry,
    texturePath:
      entry.textureHash !== null && readable.has(entry.textureHash) ? urls.sign(entry.textureHash) : null,
  }));
}
