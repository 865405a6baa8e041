import { and, count, eq, isNull, sql } from 'drizzle-orm';
import { LIBRARY_ITEMS_MAX } from '../../contract/constants.ts';
import { AppError } from '../../contract/failure.ts';
import type { AssetType } from '../../contract/http/libraries.ts';
import type { Transaction } from '../db/database.ts';
import { files, ownedFiles } from '../db/schema/files.ts';
import { libraryItems } from '../db/schema/libraries.ts';

/** Of all pictures of one person, in the libraries and on parts: 4,000 of 1 MB, as a WebP of 2048 px is. */
export const LIBRARY_MAX_BYTES = 4e9;

/**
 * Whether a person's library may hold one more. The caller has locked the owner, see {@link lockOwner}.
 *
 * @throws AppError `library-full`.
 */
export async function checkCount(tx: Transaction, ownerId: number, assetType: AssetType): Promise<void> {
  const [row] = await tx
    .select({ items: count() })
    .from(libraryItems)
    .where(
      and(
        eq(libraryItems.userId, ownerId),
        eq(libraryItems.assetType, assetType),
        isNull(libraryItems.deletedAt),
      ),
    );
  if ((row?.items ?? 0) >= LIBRARY_ITEMS_MAX) {
    throw new AppError({ code: 'library-full', limit: LIBRARY_ITEMS_MAX });
  }
}

/**
 * Whether all pictures that a person has by now fit, those of this transaction included: then nothing is written. Each
 * file counts once; what was deleted counts no more. The caller has locked the owner, see {@link lockOwner}.
 *
 * @throws AppError `library-space-full`.
 */
export async function checkSpace(tx: Transaction, ownerId: number): Promise<void> {
  const { imageHash, thumbnailHash, normalHash, roughnessHash } = libraryItems;
  const [row] = await tx
    .select({ bytes: sql<number>`coalesce(sum(${files.sizeBytes}), 0)::float8` })
    .from(files)
    .where(
      sql`${files.contentType} like 'image/%' and (${files.hash} in (
        select ${ownedFiles.hash} from ${ownedFiles} where ${ownedFiles.userId} = ${ownerId}
      ) or ${files.hash} in (
        select unnest(array[${imageHash}, ${thumbnailHash}, ${normalHash}, ${roughnessHash}]) from ${libraryItems}
        where ${libraryItems.userId} = ${ownerId} and ${libraryItems.deletedAt} is null
      ))`,
    );
  if ((row?.bytes ?? 0) > LIBRARY_MAX_BYTES) {
    throw new AppError({ code: 'library-space-full', maxBytes: LIBRARY_MAX_BYTES });
  }
}
