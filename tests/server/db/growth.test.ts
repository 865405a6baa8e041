import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTestDatabase } from '../../support/test-database.ts';

test('docs/growth.md says of every table what bounds it, and of no other', async () => {
  const database = await openTestDatabase();
  const { rows } = await database.pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by name`,
  );
  await database.close();
  const text = await readFile(join(import.meta.dirname, '../../../docs/growth.md'), 'utf8');
  const lines = text.split('\n').filter((line) => line.startsWith('| `'));
  const named = lines.flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`(\w+)`/g)]);
  expect(named.map(([, name]) => name).sort()).toEqual(rows.map(({ name }) => name));
});
