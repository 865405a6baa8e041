import { and, eq, inArray, or, sql } from 'drizzle-orm';
import type { RecipeFilesBody } from '../../../contract/http/recipe-files.ts';
import { ContentHash, LibraryItemId } from '../../../contract/ids.ts';
import type { Queryable } from '../../db/database.ts';
import { files } from '../../db/schema/files.ts';
import { libraryItems } from '../../db/schema/libraries.ts';
import { ownedFiles } from '../../db/schema/uploads.ts';
import { visibleItems } from '../../libraries/find-items.ts';
import type { FileUrls } from '../../storage/sign-file-url.ts';
import { findRendered } from './find-rendered.ts';

type Found = RecipeFilesBody['files'][number];

/**
 * Of the files that a recipe names those a person may use, with fresh addresses: what they own, what their library has
 * or had, and the files of their own renders that are theirs still. A recipe may come from anywhere, so that a hash alone opens nothing.
 */
export async function findRecipeFiles(
  db: Queryable,
  urls: FileUrls,
  userId: number,
  hashes: readonly ContentHash[],
): Promise<Found[]> {
  const wanted = [...new Set(hashes)];
  if (wanted.length === 0) return [];
  const { imageHash, normalHash, roughnessHash } = libraryItems;
  const [stored, owned, rendered, items] = await Promise.all([
    db.select({ hash: files.hash }).from(files).where(inArray(files.hash, wanted)),
    db
      .select({ hash: ownedFiles.hash })
      .from(ownedFiles)
      .where(and(eq(ownedFiles.userId, userId), inArray(ownedFiles.hash, wanted))),
    findRendered(db, userId, wanted),
    db
      .select()
      .from(libraryItems)
      .where(
        and(
          visibleItems(userId),
          or(inArray(imageHash, wanted), inArray(normalHash, wanted), inArray(roughnessHash, wanted)),
        ),
      )
      .orderBy(sql`${libraryItems.deletedAt} is not null`, libraryItems.id),
  ]);
  const theirs = new Set<string | null>([
    ...owned.map(({ hash }) => hash),
    ...rendered,
    ...items.flatMap((item) => [item.imageHash, item.normalHash, item.roughnessHash]),
  ]);
  return stored.flatMap((file) => {
    if (!theirs.has(file.hash)) return [];
    const hash = ContentHash.parse(file.hash);
    const named = items.filter((item) => item.imageHash === hash);
    return {
      hash,
      url: urls.sign(hash),
      items: named.map(({ assetType, id }) => ({ asset_type: assetType, id: LibraryItemId.parse(id) })),
    };
  });
}
