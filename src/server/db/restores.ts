import { eq, sql } from 'drizzle-orm';
import { RestoreBody } from '../../contract/http/projects.ts';
import type { Db, Queryable } from './database.ts';
import { settings } from './schema/accounts.ts';

/** Row of `settings` that says which times are missing from this database. A row: it goes along with a move and into backups. */
const KEY = 'restores';
const Restores = RestoreBody.array();
/** What a backup may lack of the time right before it: work that had begun and was not done yet. */
const UNDER_WAY_MS = 60_000;
/** More numbers than were given in the same second. */
const SPARE_NUMBERS = 1_000;

/** What this database lacks because it was put back from backups, the first restore first. */
export async function listRestores(db: Queryable): Promise<RestoreBody[]> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, KEY));
  return row === undefined ? [] : Restores.parse(row.value);
}

/**
 * Notes that rows of a backup stand here from now on: what was made since it is gone, and was not deleted. Numbers of what is
 * made from now on stand behind all that were given since then, one a second in the long run, so that none that a device knows
 * is ever another thing's.
 */
export async function noteRestore(db: Db, backupAt: Date, now: Date): Promise<void> {
  const from = new Date(backupAt.getTime() - UNDER_WAY_MS).toISOString();
  const value = [
    ...(await listRestores(db)),
    { from, backup: backupAt.toISOString(), to: now.toISOString() },
  ];
  await db
    .insert(settings)
    .values({ key: KEY, value })
    .onConflictDoUpdate({ target: settings.key, set: { value } });
  const elapsedSeconds = Math.max(0, Math.ceil((now.getTime() - backupAt.getTime()) / 1_000));
  const skipped = elapsedSeconds + SPARE_NUMBERS;
  await db.execute(sql`
    select setval(format('%I.%I', schemaname, sequencename)::regclass, coalesce(last_value, 0) + ${skipped}::bigint)
    from pg_sequences where schemaname = 'public'`);
}
