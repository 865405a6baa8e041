import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { DAY_MS, RETURN_DAYS } from '../../contract/constants.ts';
import type { Db, Transaction } from '../db/database.ts';
import { settings } from '../db/schema/accounts.ts';
import { mayBeSentBack } from './returns/may-be-sent-back.ts';

/** Row of `settings`: the moment from which on renders are not kept for good, an ISO 8601 text. */
const KEY = 'renders-kept-since';

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
 * Puts renders that are older than so many days away, as their person could (`delete-renders.ts`): `sweepUnused` takes them 30 days later.
 * The age counts from the latest of these: the end of the order, the day when it was last brought back, and the first call that had a
 * number of days, so that nothing goes on the day when an operator says so. Those with a star stay, those of which a picture is in use,
 * those that can still be sent back, and those of which one was sent back within {@link RETURN_DAYS}, which staff may be looking at.
 *
 * @param keptDays Null: all are kept, and the next number counts anew.
 */
export async function binOldRenders(db: Db, keptDays: number | null, now: Date): Promise<void> {
  if (keptDays === null) {
    await db.delete(settings).where(eq(settings.key, KEY));
    return;
  }
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  await db.transaction(async (tx) => {
    if ((await firstSaid(tx, now)) >= daysAgo(keptDays)) return;
    // It reads every project; nobody waits for it.
    await tx.execute(sql`set local statement_timeout = 0`);
    // What somebody changes in this moment waits for the next time.
    await tx.execute(sql`
      with named as materialized (${NAMED})
      update renders set deleted_at = ${now} where id in (
        select id from renders
        where deleted_at is null and starred_at is null and status not in ('queued', 'processing')
          and greatest(coalesce(finished_at, created_at), restored_at) < ${daysAgo(keptDays)}
          and not (${mayBeSentBack(now)})
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

/** When the first call had a number of days; that is now where none had before. */
async function firstSaid(tx: Transaction, now: Date): Promise<Date> {
  await tx.insert(settings).values({ key: KEY, value: now.toISOString() }).onConflictDoNothing();
  const [row] = await tx.select().from(settings).where(eq(settings.key, KEY));
  return new Date(z.string().parse(row?.value));
}
