import type pg from 'pg';
import { quoteName, type TableShape } from './list-tables.ts';

/**
 * How many rows a table has, and a sum of their hashes: the same for equal rows in any order.
 *
 * @param client Within a transaction of `inTransaction`: what values look like as text is set there.
 */
export async function digestRows(client: pg.ClientBase, table: TableShape): Promise<string> {
  const columns = [...table.columns].sort((a, b) => (a.name < b.name ? -1 : 1));
  const values = columns.map(({ name }) => `${client.escapeIdentifier(name)}::text`).join(', ');
  const { rows } = await client.query<{ digest: string }>(`
    select count(*) || ' ' || coalesce(sum(hashtextextended(array_to_json(array[${values}]::text[])::text, 0)), 0) as digest
    from ${quoteName(table.name)}`);
  return rows[0]?.digest ?? '';
}
