import { eq, sql } from 'drizzle-orm';
import { RestoreBody } from '../../contract/http/projects.ts';
import { INTEGER_MAX } from '../../contract/shapes.ts';
import type { Db, Queryable } from './database.ts';
import { settings } from './schema/accounts.ts';
import { projectRestores, projects } from './schema/projects.ts';

/** Row of `settings` that says which times are missing from this database. A row: it goes along with a move and into backups. */
const KEY = 'restores';
const Restores = RestoreBody.array();
/** What a backup may lack of the time right before it: work that had begun and was not done yet. */
const UNDER_WAY_MS = 60_000;
/** More numbers than were given in the same second. */
const SPARE_NUMBERS = 1_000;

/** Nobody saves a project more often than so for long. In whole numbers of 32 bits there is room until the year 2043. */
const REVISIONS_A_SECOND = 4;
const REVISIONS_SINCE_MS = Date.UTC(2026, 0, 1);
const FIRST_REVISION_MAX = INTEGER_MAX - 1_000_000;

/** What this database lacks because it was put back from backups, the first restore first. */
export async function listRestores(db: Queryable): Promise<RestoreBody[]> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, KEY));
  return row === undefined ? [] : Restores.parse(row.value);
}

/**
 * Notes that rows of a backup stand here from now on: what was made since it is gone, and was not deleted. Numbers of what is
 * made from now on stand behind all that were given since then, one a second in the long run, so that none that a device knows
 * is ever another thing's. So do revisions of projects, see {@link keepStates}.
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
  await keepStates(db, now);
}

/**
 * Keeps what the backup had of each project, and begins its revisions behind all that may have been given and are lost, also in
 * another life after an earlier restore: at a number that says when this is.
 */
async function keepStates(db: Db, now: Date): Promise<void> {
  const given = Math.floor(((now.getTime() - REVISIONS_SINCE_MS) / 1_000) * REVISIONS_A_SECOND);
  // Where the clock is wrong they go on behind a gap.
  const first = Math.min(Math.max(given, 0), FIRST_REVISION_MAX);
  await db.execute(sql`
    with kept as (
      insert into ${projectRestores}
        (project_id, last_revision, next_revision, name, settings, model_hash, model_name)
      select id, revision,
        case when revision < ${first}::integer then ${first}::integer else revision + ${SPARE_NUMBERS}::integer end,
        name, settings, model_hash, model_name
      from ${projects}
      returning project_id, next_revision
    )
    update ${projects} set revision = kept.next_revision from kept where ${projects.id} = kept.project_id`);
}
