import { and, count, eq, isNull, sql } from 'drizzle-orm';
import { LIBRARY_ITEMS_MAX } from '../../contract/constants.ts';
import { AppError } from '../../contract/failure.ts';
import type { AssetType } from '../../contract/http/libraries.ts';
import { readBenefits } from '../billing/benefits.ts';
import type { Catalogue } from '../billing/catalogue.ts';
import type { Transaction } from '../db/database.ts';
import { environments } from '../db/schema/dressing.ts';
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

/** Of what was deleted and can come back for thirty days, as much again is kept as a person has room for. */
const HELD_TIMES_MAX = 2;

/**
 * Whether all pictures that a person has by now fit, those of this transaction included: then nothing is written. Each
 * file counts once; what was deleted counts no more, but within {@link HELD_TIMES_MAX}; a plan may give more room. Layers
 * of renders count, their pictures do not, wherever they were made and in whichever colours. The caller has locked the
 * owner, see `lockOwner`, or only asks.
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
  // What is theirs first, then its files by their keys: the table of all files is not read.
  const { rows } = await tx.execute<{ used: number; held: number }>(sql`
    with items as (
      select hash, deleted_at is null as lives
      from ${libraryItems}, unnest(array[image_hash, thumbnail_hash, normal_hash, roughness_hash]) as hash
      where user_id = ${ownerId} and hash is not null
    ), layers as (
      select layer ->> 'hash' as hash, deleted_at is null as lives
      from ${renderImages} join ${renders} on id = render_id, jsonb_array_elements(layers) as layer
      where user_id = ${ownerId} and layer ->> 'kind' <> 'wide'
    ), surroundings as (
      select picture_hash as hash, deleted_at is null as lives from ${environments} where user_id = ${ownerId}
    ), named as (
      select * from items union all select * from layers union all select * from surroundings
    ), pictures as (
      select hash
      from ${renderImages} join ${renders} on id = render_id, unnest(array[image_hash, thumbnail_hash, view_hash]) as hash
      where user_id = ${ownerId} and hash is not null
    ), living as (
      select hash from named where lives
    ), theirs as (
      select hash from ${ownedFiles} where user_id = ${ownerId} union select hash from living
    ), counted as (
      select size_bytes, hash in (select hash from living) as is_living,
        hash in (select hash from named where not lives union select hash from pictures) as is_left,
        hash in (select hash from pictures) as is_picture
      from theirs join ${files} using (hash) where content_type like 'image/%'
    )
    select coalesce(sum(size_bytes) filter (where is_living or not is_left), 0)::float8 as used,
      coalesce(sum(size_bytes) filter (where is_living or not is_picture), 0)::float8 as held
    from counted`);
  const { used, held } = rows[0] ?? { used: 0, held: 0 };
  if (used + moreBytes > maxBytes || held + moreBytes > HELD_TIMES_MAX * maxBytes)
    throw new AppError({ code: 'library-space-full', maxBytes });
}
