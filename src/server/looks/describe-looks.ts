import { Look, type LookBody } from '../../contract/http/looks.ts';
import type { Queryable } from '../db/database.ts';
import { findReadable } from '../libraries/find-readable.ts';
import { addressTexture } from '../materials/describe-materials.ts';
import type { FileUrls } from '../storage/sign-file-url.ts';
import type { LookRow } from './find-looks.ts';

/** Looks as the wire shows them, in the given order. A texture has an address if the person may read it. */
export async function describeLooks(
  db: Queryable,
  urls: FileUrls,
  userId: number,
  rows: readonly LookRow[],
): Promise<LookBody[]> {
  const read = rows.map((row) => ({ row, look: Look.parse(row.look) }));
  const hashes = read.flatMap(({ look }) =>
    look.materials.flatMap(({ textureHash }) => (textureHash === null ? [] : [textureHash])),
  );
  const readable = await findReadable(db, userId, hashes);
  return read.map(({ row, look }) => ({
    id: row.id,
    name: row.name,
    look: {
      ...look,
      materials: look.materials.map((material) => ({
        ...material,
        texturePath: addressTexture(urls, readable, material.textureHash),
      })),
    },
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  }));
}
