import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { Connection } from '../db/database.ts';
import { dumpRows } from '../db/dump/dump-rows.ts';
import { listSequences, listTables, lockTables, type TableShape } from '../db/dump/list-tables.ts';
import { readMigration } from '../db/dump/migration-journal.ts';
import { inTransaction, type Session, withSession } from '../db/dump/session.ts';
import { SESSION } from '../db/session-names.ts';
import { SetupError } from '../process/setup-error.ts';
import { dumpOf } from './backup-names.ts';
import type { Manifest } from './manifest.ts';
import type { BackupPlace } from './places/place.ts';

/** Of looks at tables that a migration does not change meanwhile. */
const TRIES_MAX = 3;

/** What of a manifest tells of the database, and the files that its rows name. */
export interface DumpedDatabase extends Pick<Manifest, 'migration' | 'tables' | 'sequences'> {
  readonly named: readonly { readonly hash: string; readonly bytes: number }[];
}

/**
 * Writes every table as it is at one moment, while people work. The queue's own tables are left out: a restore puts
 * orders that are alive into a new one.
 *
 * @param folder Of the place; gets `tables/`.
 * @param tell Hears how many tables are written, of how many.
 * @throws SetupError when there is nothing yet, or the database is of a newer program.
 */
export async function dumpDatabase(
  connection: Connection,
  migrationsDir: string,
  place: BackupPlace,
  folder: string,
  signal: AbortSignal,
  tell: (done: number, total: number) => void,
): Promise<DumpedDatabase> {
  return withSession(connection, SESSION.backup, async (client) => {
    for (let tries = 0; tries < TRIES_MAX; tries++) {
      const known = await listTables(client);
      if (known.length === 0) throw new SetupError('The database is empty: there is nothing to back up.');
      const dumped = await inTransaction(client, 'snapshot', async () => {
        // Before the first read: a migration that is under way ends first, and the next one waits.
        await lockTables(client, known);
        const tables = await listTables(client);
        const isAsKnown = JSON.stringify(tables) === JSON.stringify(known);
        return isAsKnown ? dumpTables(client, tables, migrationsDir, { place, folder }, signal, tell) : null;
      });
      if (dumped !== null) return dumped;
    }
    throw new SetupError('The database is being migrated: call it again.');
  });
}

async function dumpTables(
  client: Session,
  tables: readonly TableShape[],
  migrationsDir: string,
  to: { readonly place: BackupPlace; readonly folder: string },
  signal: AbortSignal,
  tell: (done: number, total: number) => void,
): Promise<DumpedDatabase> {
  const migration = await readMigration(client, migrationsDir);
  if (migration === 'unknown' || migration === null) {
    throw new SetupError('The database is of a newer Vitrine: make its backup with that one.');
  }
  const { rows: named } = await client.query<{ hash: string; bytes: number }>(
    'select hash, size_bytes::float8 as bytes from files order by hash',
  );
  const dumped: Manifest['tables'] = [];
  for (const table of tables) {
    tell(dumped.length, tables.length);
    dumped.push(await dumpTable(table, dumpRows(client, table), to, signal));
  }
  return { migration: migration.tag, tables: dumped, sequences: await listSequences(client), named };
}

async function dumpTable(
  { name, columns }: TableShape,
  lines: AsyncIterable<string[]>,
  { place, folder }: { readonly place: BackupPlace; readonly folder: string },
  signal: AbortSignal,
): Promise<Manifest['tables'][number]> {
  let [rows, textBytes] = [0, 0];
  async function* count(): AsyncGenerator<Buffer> {
    for await (const some of lines) {
      signal.throwIfAborted();
      const text = Buffer.from(some.join(''));
      rows += some.length;
      textBytes += text.byteLength;
      yield text;
    }
  }
  const compressed = createGzip();
  const source = Readable.from(count()).on('error', (error) => compressed.destroy(error));
  const written = await place.write(dumpOf(folder, name), source.pipe(compressed));
  return { name, columns: columns.map((column) => column.name), rows, textBytes, ...written };
}
