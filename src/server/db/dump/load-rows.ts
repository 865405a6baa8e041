import type pg from 'pg';
import { quoteName, type SequenceState, type TableShape } from './list-tables.ts';

/** Columns of a row in PostgreSQL's own text, as `dumpRows` writes them. */
export type RowText = readonly (string | null)[];

/** Writes rows whose columns are those of `table`, in its order. */
export async function loadRows(
  client: pg.ClientBase,
  table: TableShape,
  rows: readonly RowText[],
): Promise<void> {
  const names = table.columns.map(({ name }) => client.escapeIdentifier(name)).join(', ');
  const values = table.columns.map(({ type }, at) => `given.c${at}::${type}`).join(', ');
  const lists = table.columns.map((_, at) => `$${at + 1}::text[]`).join(', ');
  const fields = table.columns.map((_, at) => `c${at}`).join(', ');
  await client.query(
    `insert into ${quoteName(table.name)} (${names}) select ${values} from unnest(${lists}) as given (${fields})`,
    table.columns.map((_, at) => rows.map((row) => row[at] ?? null)),
  );
}

/** Puts sequences where they were. */
export async function setSequences(client: pg.ClientBase, states: readonly SequenceState[]): Promise<void> {
  for (const { name, lastValue, isCalled } of states) {
    await client.query('select setval($1::regclass, $2::bigint, $3)', [quoteName(name), lastValue, isCalled]);
  }
}

/** Takes out what migrations put into their tables. */
export async function emptyTables(client: pg.ClientBase, tables: readonly TableShape[]): Promise<void> {
  if (tables.length > 0)
    await client.query(`truncate ${tables.map(({ name }) => quoteName(name)).join(', ')}`);
}

/**
 * Takes the foreign keys away for as long as `work` writes, and lets PostgreSQL check each of them once for all rows:
 * tables may come in any order and rows may name later ones of their table. It asks for no right but the owner's.
 *
 * @param client Within a transaction.
 */
export async function withoutForeignKeys(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(`
    select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`);
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  await work();
  for (const { table, name, definition } of keys) {
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  }
}

/** Removes all that a restore which did not end has left, and nothing of extensions. */
export async function clearDatabase(
  client: pg.ClientBase,
  tables: readonly TableShape[],
  sequences: readonly SequenceState[],
): Promise<void> {
  for (const { name } of tables) await client.query(`drop table if exists ${quoteName(name)} cascade`);
  for (const { name } of sequences) await client.query(`drop sequence if exists ${quoteName(name)} cascade`);
  await client.query('drop schema if exists drizzle cascade');
  await client.query('drop schema if exists pgboss cascade');
}
