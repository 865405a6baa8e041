import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { dumpDatabase } from '../backup/dump-database.ts';
import { loadDatabase } from '../backup/load-database.ts';
import { createDiskPlace } from '../backup/places/disk-place.ts';
import { clearTarget, markDatabase } from '../backup/take-target.ts';
import type { Connection } from '../db/database.ts';
import { digestRows } from '../db/dump/digest-rows.ts';
import { listTables } from '../db/dump/list-tables.ts';
import { inTransaction, type Session, withSession } from '../db/dump/session.ts';
import { copyInstance } from '../db/instance-mark.ts';
import { withMigrationLock } from '../db/migrate.ts';
import { readMovedMark, setMovedMark } from '../db/moved-mark.ts';
import { holdRestoreLock, isWhole, noteWhole, removeRestoreMark } from '../db/restore-mark.ts';
import { SESSION } from '../db/session-names.ts';
import { SetupError } from '../process/setup-error.ts';
import { requeueAll } from '../renders/queue/requeue-orders.ts';

/** Below DATA_DIR, while rows are on their way. */
const MOVING = 'moving-';

/** What is moved, and where to. */
export interface DatabaseMove {
  readonly source: Connection;
  /** Has the newest schema; empty, or one whose own rows were moved elsewhere. */
  readonly target: Connection;
  /** The target in words for people, without its password. */
  readonly name: string;
  readonly dataDir: string;
  readonly migrationsDir: string;
}

export interface MovedRows {
  readonly tables: number;
  readonly rows: number;
  /** Orders that have not ended: they wait in the target's queue. */
  readonly orders: number;
}

/** @throws SetupError where both connections lead to one database, by whatever names: it would wait for itself for ever. */
export async function refuseSame(source: Connection, target: Connection): Promise<void> {
  const key = randomBytes(6).readUIntBE(0, 6);
  const isOther = await withSession(source, SESSION.move, async (from) => {
    await from.query('select pg_advisory_lock($1)', [key]);
    // Locks of this kind are a database's own.
    return withSession(target, SESSION.move, async (to) => {
      const { rows } = await to.query<{ isFree: boolean }>('select pg_try_advisory_lock($1) as "isFree"', [
        key,
      ]);
      return rows[0]?.isFree === true;
    });
  });
  if (!isOther)
    throw new SetupError('The database of --to is the one that is to be moved: nothing was done.');
}

/**
 * Moves all rows of a database into another one while no server runs on either, and compares them there. Only then the
 * source is marked, so that no server starts on it any more; its rows stay. What is stopped before leaves it as it was, and
 * may be called again; what is stopped after, {@link finishMove} ends.
 *
 * @param say Hears what begins.
 * @throws SetupError in words: a server works on the source, the target is not empty, rows arrived otherwise.
 */
export async function moveDatabase(
  { source, target, name, dataDir, migrationsDir }: DatabaseMove,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<MovedRows> {
  // A server that starts meanwhile waits, and then finds the mark.
  return withMigrationLock(source, async (holder) => {
    await refuseOthers(holder);
    await markDatabase(target);
    await removeUnfinished(dataDir);
    const folder = await mkdtemp(join(dataDir, MOVING));
    const place = createDiskPlace(dataDir);
    const inside = basename(folder);
    try {
      say('Reading the rows ...');
      const { named: _named, ...dumped } = await dumpDatabase(
        source,
        migrationsDir,
        place,
        inside,
        signal,
        () => {},
      );
      const moved = await withSession(target, SESSION.move, async (client) => {
        await holdRestoreLock(client);
        await clearTarget(target);
        say('Writing them ...');
        await loadDatabase(target, migrationsDir, place, inside, dumped, signal);
        say('Comparing ...');
        await compareRows(source, target);
        const orders = await requeueAll(target);
        await refuseOthers(holder);
        // Wherever it is killed, no server starts on both; from the source's mark on `finishMove` does the rest.
        // Its files go along with it.
        await copyInstance(holder, client);
        await noteWhole(client);
        await setMovedMark(holder, name);
        await removeRestoreMark(client);
        return orders;
      });
      const rows = dumped.tables.reduce((sum, table) => sum + table.rows, 0);
      return { tables: dumped.tables.length, rows, orders: moved };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

/**
 * Lets go of the target of a move that was killed when all else was done: neither database could be used.
 *
 * @returns False where there is no such move, with nothing changed.
 */
export async function finishMove({
  source,
  target,
  name,
}: Pick<DatabaseMove, 'source' | 'target' | 'name'>): Promise<boolean> {
  return withMigrationLock(source, async (holder) => {
    if ((await readMovedMark(holder)) !== name) return false;
    return withSession(target, SESSION.move, async (client) => {
      await holdRestoreLock(client);
      if (!(await isWhole(client))) return false;
      await removeRestoreMark(client);
      return true;
    });
  });
}

/**
 * What a server or a command of ours writes meanwhile would be left behind. The sessions of the move itself, and servers that
 * wait to start, write nothing.
 */
async function refuseOthers(holder: Session): Promise<void> {
  const { rowCount } = await holder.query(
    `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and application_name like 'vitrine%' and application_name <> all($1)`,
    [[SESSION.backup, SESSION.move, SESSION.migrations]],
  );
  if (rowCount !== 0) throw new SetupError('A server works on the database: stop all of them first.');
}

/** What a move left that was killed. */
async function removeUnfinished(dataDir: string): Promise<void> {
  const left = (await readdir(dataDir)).filter((one) => one.startsWith(MOVING));
  for (const one of left) await rm(join(dataDir, one), { recursive: true, force: true });
}

async function compareRows(source: Connection, target: Connection): Promise<void> {
  const [here, there] = await Promise.all([source, target].map(digestAll));
  for (const [table, digest] of here ?? []) {
    if (there?.get(table) !== digest)
      throw new SetupError(`The rows of ${table} arrived otherwise: call it again.`);
  }
}

function digestAll(connection: Connection): Promise<Map<string, string>> {
  return withSession(connection, SESSION.move, (client) =>
    inTransaction(client, 'snapshot', async () => {
      const digests = new Map<string, string>();
      for (const table of await listTables(client)) digests.set(table.name, await digestRows(client, table));
      return digests;
    }),
  );
}
