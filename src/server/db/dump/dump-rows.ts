import type pg from 'pg';
import { quoteName, type TableShape } from './list-tables.ts';

/** Of one fetch: about so many bytes, by the rows of the one before. */
const FETCH_BYTES = 4 * 1024 ** 2;
const FETCH_ROWS_FIRST = 20;
/** Rows of some kilobytes may be followed by ones of some megabytes. */
const FETCH_ROWS_MAX = 250;

/**
 * The rows of a table, each as a line of JSON: a list of its columns, null or in PostgreSQL's own text. JSON's numbers and
 * objects would not do: a jsonb `null` is not a NULL, and a bigint is more than JavaScript's numbers hold.
 *
 * @param client Within a transaction, which has no other cursor.
 * @yields Some lines at a time, each with its line feed.
 */
export async function* dumpRows(client: pg.ClientBase, table: TableShape): AsyncGenerator<string[]> {
  const values = table.columns.map(({ name }) => `${client.escapeIdentifier(name)}::text`).join(', ');
  await client.query(
    `declare dumped no scroll cursor for select array_to_json(array[${values}]::text[])::text as line from ${quoteName(table.name)}`,
  );
  let count = FETCH_ROWS_FIRST;
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${count} from dumped`);
    if (rows.length === 0) break;
    const lines = rows.map(({ line }) => `${line}\n`);
    yield lines;
    const bytes = lines.reduce((sum, line) => sum + line.length, 0);
    count = Math.max(1, Math.min(FETCH_ROWS_MAX, Math.floor((FETCH_BYTES * rows.length) / bytes)));
  }
  await client.query('close dumped');
}
