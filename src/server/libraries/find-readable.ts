import { and, eq, inArray, or } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';
import { files, ownedFiles } from '../db/schema/files.ts';
import { libraryItems } from '../db/schema/libraries.ts';
import type { Reach } from '../storage/sign-file-url.ts';
import { reachOf } from './describe-item.ts';
import { visibleItems } from './find-items.ts';

/** Hashes of what may be seen. */
export type Readable = ReadonlyMap<string, Reach>;

/**
 * Which of these files a person may see as textures: pictures of their own, and pictures and maps of materials that
 * are or were in their library; and whose addresses of them are.
 *
 * @param isHeld They stay readable until the transaction ends: for whoever is about to name them.
 */
export async function findReadable(
  db: Queryable,
  userId: number,
  hashes: readonly (string | null)[],
  isHeld = false,
): Promise<Readable> {
  const wanted = [...new Set(hashes.filter((hash) => hash !== null))];
  if (wanted.length === 0) return new Map();
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
    .select({ imageHash, normalHash, roughnessHash, userId: libraryItems.userId })
    .from(libraryItems)
    .where(
      and(
        eq(libraryItems.assetType, 'material'),
        visibleItems(userId),
        or(inArray(imageHash, wanted), inArray(normalHash, wanted), inArray(roughnessHash, wanted)),
      ),
    );
  const items = await (isHeld ? theirs.for('key share') : theirs);
  const readable = new Map<string, Reach>(own.map(({ hash }) => [hash, 'own']));
  for (const item of items) {
    for (const hash of [item.imageHash, item.normalHash, item.roughnessHash]) {
      if (hash !== null && readable.get(hash) !== 'all') readable.set(hash, reachOf(item));
    }
  }
  return readable;
}
