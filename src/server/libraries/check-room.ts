import { and, count, eq, isNull, sql } from 'drizzle-orm';
import { LIBRARY_ITEMS_MAX } from '../../contract/constants.ts';
import { AppError } from '../../contract/failure.ts';
import type { AssetType } from '../../contract/http/libraries.ts';
import { readBenefits } from '../billing/benefits.ts';
import type { Catalogue } from '../billing/catalogue.ts';
import type { Transaction } from '../db/database.ts';
import { files } from '../db/schema/files.ts';
import { libraryItems } from '../db/schema/libraries.ts';
import { renderImages, renders } from '../db/schema/renders.ts';
import { ownedFiles } from '../db/schema/uploads.ts';

/**
 * Whether a person's library may hold one more. The caller has locked the owner, see `lockOwner`.
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
 * file counts once; what was deleted counts no more; a plan may give more room. Layers of renders count, their pictures
 * do not, in whichever colours. The caller has locked the owner, see `lockOwner`, or only asks.
 *
 * @param moreBytes Of files that will come.
 * @throws AppError `library-space-full`.
 */
export async function checkSpace(
  tx: Transaction,
  catalogue: Catalogue,
  ownerId: number,
  moreBytes = 0,
): Promise<void> {
  const { libraryBytes: maxBytes } = await readBenefits(tx, catalogue, ownerId);
  const { imageHash, thumbnailHash, normalHash, roughnessHash } = libraryItems;
  // What is theirs first, then its files by their keys: the table of all files is not read.
  const [row] = await tx
    .select({ bytes: sql<number>`coalesce(sum(${files.sizeBytes}), 0)::float8` })
    .from(files)
    .where(
      sql`${files.contentType} like 'image/%' and ${files.hash} in (
        select ${ownedFiles.hash} from ${ownedFiles} where ${ownedFiles.userId} = ${ownerId}
        union
        select unnest(array[${imageHash}, ${thumbnailHash}, ${normalHash}, ${roughnessHash}]) from ${libraryItems}
        where ${libraryItems.userId} = ${ownerId} and ${libraryItems.deletedAt} is null
        union
        select layer ->> 'hash' from ${renderImages}
        join ${renders} on ${renders.id} = ${renderImages.renderId}, jsonb_array_elements(${renderImages.layers}) as layer
        where ${renders.userId} = ${ownerId} and ${renders.deletedAt} is null and layer ->> 'kind' <> 'wide'
      )`,
    );
  if ((row?.bytes ?? 0) + moreBytes > maxBytes) throw new AppError({ code: 'library-space-full', maxBytes });
}
