import { lt, sql } from 'drizzle-orm';
import { DAY_MS } from '../../contract/constants.ts';
import type { Db, Transaction } from '../db/database.ts';
import { environments, looks } from '../db/schema/dressing.ts';

/** Any number that nothing else locks; all Vitrine processes must agree on it. */
const SWEEP_LOCK = 7_184_268;
/** Grace period: an undo, or a device that was offline, may refer to an unused file again. */
const PATIENCE_DAYS = 30;

/**
 * Forgets files, with the rights to them, and deleted library items that nobody has named for 30 days: no library, no
 * project, no version of a material, no look, no environment, no sketch, no render and no recipe. Renders that were deleted 30 days ago go with
 * their pictures. Bytes without a row go with `sweepFiles`. One process at a time; any other leaves it to that one. Call
 * it as often as you like.
 */
export async function sweepUnused(db: Db, now: Date): Promise<void> {
  const limit = new Date(now.getTime() - PATIENCE_DAYS * DAY_MS);
  await db.delete(looks).where(lt(looks.deletedAt, limit));
  await db.delete(environments).where(lt(environments.deletedAt, limit));
  await db.transaction(async (tx) => {
    // It reads everything that is stored; nobody waits for it.
    await tx.execute(sql`set local statement_timeout = 0`);
    const { rows } = await tx.execute<{ isMine: boolean }>(
      sql`select pg_try_advisory_xact_lock(${SWEEP_LOCK}) as "isMine"`,
    );
    if (rows[0]?.isMine !== true) return;
    // Whoever names one of these now waits, or is seen below: naming holds the row (see `find-readable.ts`).
    await tx.execute(sql`select hash from files where unused_since < ${limit} order by hash for update`);
    await tx.execute(sql`select id from library_items where unused_since < ${limit} order by id for update`);
    await sweepRenders(tx, limit);
    await listNames(tx);
    await sweepItems(tx, now, limit);
    await sweepRows(tx, now, limit);
  });
}

/** What they were made from has its 30 days from now on, as nothing else may have named it; their pictures have had them. */
async function sweepRenders(tx: Transaction, limit: Date): Promise<void> {
  await tx.execute(sql`
    create temporary table gone_pictures on commit drop as
      select unnest(
        array[image_hash, thumbnail_hash, view_hash] || array(select layer ->> 'hash' from jsonb_array_elements(layers) as layer)
      ) as hash
      from render_images join renders on renders.id = render_id where deleted_at < ${limit}`);
  await tx.execute(
    sql`select hash from files where hash in (select hash from gone_pictures) order by hash for update`,
  );
  await tx.execute(sql`delete from renders where deleted_at < ${limit}`);
}

const BODIES = sql`(
  select settings::text from projects
  union all select material::text from material_versions
  union all select look::text from looks
  union all select steps::text from sketches
  union all select recipe::text from renders
  union all select value::text from settings
) as bodies (body)`;

/** Everything that stored JSON names, by hash and by number; a name too many only keeps something longer. */
async function listNames(tx: Transaction): Promise<void> {
  await tx.execute(sql`
    create temporary table named_files on commit drop as
      select distinct found[1] as hash from ${BODIES}, regexp_matches(body, '[0-9a-f]{64}', 'g') as found`);
  await tx.execute(sql`
    create temporary table named_items on commit drop as
      select distinct found[1]::bigint as id from ${BODIES},
        regexp_matches(body, '"(?:libraryId|background_id|style_id)": ?([0-9]{1,10})\\y', 'g') as found`);
}

/** Deleted items; what starter content deleted stays, so that the next start does not bring it back. */
async function sweepItems(tx: Transaction, now: Date, limit: Date): Promise<void> {
  const isUnused = sql`deleted_at is not null and slug is null
    and id not in (select id from named_items)
    and not exists (
      select from named_files where hash in (image_hash, thumbnail_hash, normal_hash, roughness_hash)
    )`;
  await note(tx, sql`library_items`, isUnused, now);
  await tx.execute(sql`delete from library_items where unused_since < ${limit}`);
}

async function sweepRows(tx: Transaction, now: Date, limit: Date): Promise<void> {
  const isUnused = sql`not exists (select from named_files where named_files.hash = files.hash)
    and not exists (
      select from library_items where files.hash in (image_hash, thumbnail_hash, normal_hash, roughness_hash)
    )
    and not exists (select from projects where model_hash = files.hash)
    and not exists (select from users where avatar_hash = files.hash)
    and not exists (select from feedback where screenshot_hash = files.hash)
    and not exists (select from render_files where render_files.hash = files.hash)
    and not exists (select from render_images where files.hash in (image_hash, thumbnail_hash, view_hash))
    and not exists (select from uploads where file_hash = files.hash)
    and not exists (select from environments where picture_hash = files.hash)`;
  await note(tx, sql`files`, isUnused, now);
  const isOver = sql`(files.unused_since < ${limit}
    or files.unused_since is not null and files.hash in (select hash from gone_pictures))`;
  await tx.execute(
    sql`delete from owned_files using files where owned_files.hash = files.hash and ${isOver}`,
  );
  await tx.execute(sql`delete from files where ${isOver}`);
}

/** Begins to count for what has come out of use, and stops for what is in use again. */
async function note(
  tx: Transaction,
  table: ReturnType<typeof sql>,
  isUnused: ReturnType<typeof sql>,
  now: Date,
): Promise<void> {
  await tx.execute(
    sql`update ${table} set unused_since = null where unused_since is not null and not (${isUnused})`,
  );
  await tx.execute(
    sql`update ${table} set unused_since = ${now} where unused_since is null and (${isUnused})`,
  );
}
