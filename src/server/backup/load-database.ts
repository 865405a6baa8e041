import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection } from '../db/database.ts';
import { listSequences, listTables, type TableShape } from '../db/dump/list-tables.ts';
import { emptyTables, loadRows, setSequences, withoutForeignKeys } from '../db/dump/load-rows.ts';
import { copyMigrationsUntil } from '../db/dump/migration-journal.ts';
import { inTransaction, withSession } from '../db/dump/session.ts';
import { migrateRestored } from '../db/migrate.ts';
import { SetupError } from '../process/setup-error.ts';
import type { Manifest } from './manifest.ts';
import type { BackupPlace } from './places/place.ts';
import { readRows } from './read-rows.ts';

/** What of a manifest tells of the database. */
type DumpedRows = Pick<Manifest, 'migration' | 'tables' | 'sequences'>;

/**
 * Brings an empty database to where the backup was made, writes its rows in one transaction, and then brings it to the
 * newest schema, as a start of the server would have.
 *
 * @throws SetupError for rows that do not fit.
 */
export async function loadDatabase(
  connection: Connection,
  migrationsDir: string,
  place: BackupPlace,
  folder: string,
  manifest: DumpedRows,
  signal: AbortSignal,
): Promise<void> {
  const then = await mkdtemp(join(tmpdir(), 'vitrine-migrations-'));
  try {
    await copyMigrationsUntil(migrationsDir, manifest.migration, then);
    await migrateRestored(connection, then);
  } finally {
    await rm(then, { recursive: true, force: true });
  }
  await withSession(connection, 'vitrine-restore', (client) =>
    inTransaction(client, 'write', async () => {
      const tables = await listTables(client);
      const pairs = pairTables(tables, manifest);
      const sequences = new Set((await listSequences(client)).map(({ name }) => name));
      if (!manifest.sequences.every(({ name }) => sequences.has(name))) throw unfitting();
      await withoutForeignKeys(client, async () => {
        await emptyTables(client, tables);
        for (const { shape, dump } of pairs) {
          for await (const rows of readRows(place, folder, dump)) {
            signal.throwIfAborted();
            await loadRows(client, shape, rows);
          }
        }
      });
      await setSequences(client, manifest.sequences);
    }),
  ).catch(explainRows);
  await migrateRestored(connection, migrationsDir);
}

/** Columns in the order of the backup, with the types that the database has for them. */
function pairTables(
  tables: readonly TableShape[],
  manifest: DumpedRows,
): { readonly shape: TableShape; readonly dump: Manifest['tables'][number] }[] {
  const known = new Map(tables.map((table) => [table.name, table]));
  if (known.size !== manifest.tables.length) throw unfitting();
  return manifest.tables.map((dump) => {
    const table = known.get(dump.name);
    const columns = dump.columns.flatMap((name) => table?.columns.find((one) => one.name === name) ?? []);
    const isWhole = columns.length === dump.columns.length && columns.length === table?.columns.length;
    if (!isWhole || new Set(dump.columns).size !== columns.length) throw unfitting();
    return { shape: { name: dump.name, columns }, dump };
  });
}

function unfitting(): SetupError {
  return new SetupError('The backup has other tables than the Vitrine that it names as its maker.');
}

/** Classes 22 and 23 of PostgreSQL's codes: values that are none, and rows that do not belong together. */
function explainRows(error: unknown): never {
  if (!/^2[23]/.test(String((error as { code?: unknown }).code))) throw error;
  throw new SetupError('The rows of the backup do not belong together: take another one.', { cause: error });
}
