import { and, eq, inArray } from 'drizzle-orm';
import { Look, type LookBody } from '../../contract/http/looks.ts';
import type { Queryable } from '../db/database.ts';
import { ownedFiles } from '../db/schema/files.ts';
import { libraryItems } from '../db/schema/libraries.ts';
import { visibleItems } from '../libraries/find-items.ts';
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
  const readable = await findReadable(db, userId, [...new Set(hashes)]);
  return read.map(({ row, look }) => ({
    id: row.id,
    name: row.name,
    look: {
      ...look,
      materials: look.materials.map((material) => ({
        ...material,
        texturePath:
          material.textureHash !== null && readable.has(material.textureHash)
            ? urls.sign(material.textureHash)
            : null,
      })),
    },
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  }));
}

/** Pictures of the person's own, and of materials that are or were in their library. */
async function findReadable(
  db: Queryable,
  userId: number,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> {
  if (hashes.length === 0) return new Set();
  const [own, items] = await Promise.all([
    db
      .select({ hash: ownedFiles.hash })
      .from(ownedFiles)
      .where(and(eq(ownedFiles.userId, userId), inArray(ownedFiles.hash, hashes))),
    db
      .select({ hash: libraryItems.imageHash })
      .from(libraryItems)
      .where(and(visibleItems(userId), inArray(libraryItems.imageHash, hashes))),
  ]);
  return new Set([...own, ...items].map(({ hash }) => hash));
}
