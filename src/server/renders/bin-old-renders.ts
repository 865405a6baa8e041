import { sql } from 'drizzle-orm';
import { RETURN_DAYS } from '../../contract/constants.ts';
import type { Db } from '../db/database.ts';

const DAY_MS = 86_400_000;

/** Pictures that somebody works with: what projects, looks, sketches, library items and surroundings name. */
const NAMED = sql`
  select found[1] as hash from (
    select settings::text from projects
    union all select look::text from looks where deleted_at is null
    union all select steps::text from sketches
  ) as bodies (body), regexp_matches(body, '[0-9a-f]{64}', 'g') as found
  union select image_hash from library_items where deleted_at is null
  union select picture_hash from environments where deleted_at is null`;

/**
 * Puts renders that ended over so many days ago away, as their person could (`delete-renders.ts`): `sweepUnused` takes them 30 days later.
 * Those with a star stay, those of which a picture is in use, and those of which one was sent back within {@link RETURN_DAYS}, which
 * staff may be looking at.
 *
 * @param keptDays Null: all are kept.
 */
export async function binOldRenders(db: Db, keptDays: number | null, now: Date): Promise<void> {
  if (keptDays === null) return;
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  await db.transaction(async (tx) => {
    // It reads every project; nobody waits for it.
    await tx.execute(sql`set local statement_timeout = 0`);
    // What somebody changes in this moment waits for the next time.
    await tx.execute(sql`
      with named as materialized (${NAMED})
      update renders set deleted_at = ${now} where id in (
        select id from renders
        where deleted_at is null and starred_at is null and status not in ('queued', 'processing')
          and coalesce(finished_at, created_at) < ${daysAgo(keptDays)}
          and not exists (
            select from render_returns where render_id = renders.id and created_at >= ${daysAgo(RETURN_DAYS)}
          )
          and not exists (
            select from render_images join named on named.hash in (image_hash, thumbnail_hash, view_hash)
            where render_id = renders.id
          )
        order by id for update of renders skip locked
      )`);
  });
}
