import { and, eq, inArray, or } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';
import { files, ownedFiles } from '../db/schema/files.ts';
import { libraryItems } from '../db/schema/libraries.ts';
import { visibleItems } from './find-items.ts';

/**
 * Which of these files a person may see as textures: pictures of their own, and pictures and maps of materials that
 * are or were in their library.
 *
 * @param isHeld They stay readable until the transaction ends: for whoever is about to name them.
 */
export async function findReadable(
  db: Queryable,
  userId: number,
  hashes: readonly (string | null)[],
  isHeld = false,
): Promise<ReadonlySet<string>> {
  const wanted = [...new Set(hashes.filter((hash) => hash !== null))];
  if (wanted.length === 0) return new Set();
  const ownFiles = db
    .select({ hash: ownedFiles.hash })
    .from(ownedFiles)
    .innerJoin(files, eq(files.hash, ownedFiles.hash))
    .where(
      and(
        eq(ownedFiles.userId, userId),
        inArray(ownedFiles.hash, wanted),
        inArray(files.contentType, ['image/jpeg', 'image/png', 'image/webp']),
      ),
    );
  const own = await (isHeld ? ownFiles.for('key share') : ownFiles);
  const { imageHash, normalHash, roughnessHash } = libraryItems;
  const theirs = db
    .select({ imageHash, normalHash, roughnessHash })
    .from(libraryItems)
    .where(
      and(
        eq(libraryItems.assetType, 'material'),
        visibleItems(userId),
        or(inArray(imageHash, wanted), inArray(normalHash, wanted), inArray(roughnessHash, wanted)),
      ),
    );
  const items = await (isHeld ? theirs.for('key share') : theirs);
  const seen = items.flatMap((item) => [item.imageHash, item.normalHash, item.roughnessHash]);
  return new Set([...own.map(({ hash }) => hash), ...seen.filter((hash) => hash !== null)]);
}
