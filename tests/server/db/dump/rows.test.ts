import { expect, test } from 'vitest';
import type { Database } from '../../../../src/server/db/database.ts';
import { dumpRows } from '../../../../src/server/db/dump/dump-rows.ts';
import { listSequences, listTables, type TableShape } from '../../../../src/server/db/dump/list-tables.ts';
import { loadRows, setSequences, withoutForeignKeys } from '../../../../src/server/db/dump/load-rows.ts';
import { inTransaction, withSession } from '../../../../src/server/db/dump/session.ts';
import { openTestDatabase } from '../../../support/test-database.ts';

/** Every type that the schema has, some that it may get, and a row that names a later one. */
const TABLE = `create table odd (
  id serial primary key, other integer references odd (id), word text, words text[], numbers bigint[], long bigint,
  "exact" numeric, small real, large double precision, yes boolean, body jsonb, told json, bytes bytea, at timestamptz,
  day date, span interval, name uuid, folded text generated always as (lower(word)) stored)`;

const ROWS = [
  `(1, 2, E'tab\\tline\\nquote"back\\\\slash{}, ÄÖ 漢字 🎉', '{"a,b","",NULL,"NULL","\\"q\\\\"}', '{9223372036854775807,NULL}',
    9223372036854775807, 12345678901234567890.123456789012345678900, 0.1, 0.1, true, '{"a": null, "n": 1.10, "big": 123456789012345678901234567890}',
    '{"b":1, "a":2,  "b":3}', '\\x00ff5c22', '2026-03-29 01:59:59.123456+00', '0044-03-15 BC', '1 year 2 mons -3 days 04:05:06.789',
    '00000000-0000-8000-8000-000000000001')`,
  `(2, 1, '', '{}', '{{1,2},{3,4}}', -9223372036854775808, 'NaN', '-Infinity', 'NaN', false, 'null', 'null', '', 'infinity',
    '-infinity', '0', 'ffffffff-ffff-ffff-ffff-ffffffffffff')`,
  `(3, null, null, null, null, null, null, 3.4028235e38, 5e-324, null, null, null, null, null, null, null, null)`,
  `(4, null, 'null', '{NULL}', '{}', 0, -0.0, '-0', '-0', null, '"null"', '"\\ud83c\\udf89"', '\\x', 'epoch', 'epoch', '-00:00:01', null)`,
];
const COLUMNS =
  'id, other, word, words, numbers, long, "exact", small, large, yes, body, told, bytes, at, day, span, name';

test('rows of every type come back as they were, with the sequence, whatever they name', async () => {
  const [from, to] = await Promise.all([openTestDatabase(false), openTestDatabase(false)]);
  await from.pool.query(TABLE);
  await to.pool.query(TABLE);
  await withSession(from.connection, 'test', async (client) => {
    await client.query(`begin; alter table odd drop constraint odd_other_fkey`);
    for (const row of ROWS) await client.query(`insert into odd (${COLUMNS}) values ${row}`);
    await client.query(
      `alter table odd add constraint odd_other_fkey foreign key (other) references odd (id); commit`,
    );
  });
  await from.pool.query(`select setval('odd_id_seq', 77, false)`);
  const { lines, shape } = await dump(from);
  expect(lines).toHaveLength(ROWS.length);

  await withSession(to.connection, 'test', async (client) => {
    // As another server may have it set.
    await client.query(
      `set timezone = 'Asia/Kolkata'; set datestyle = 'SQL, DMY'; set intervalstyle = 'iso_8601'`,
    );
    await inTransaction(client, 'write', async () => {
      await withoutForeignKeys(client, async () => {
        for (const line of lines) await loadRows(client, shape, [JSON.parse(line)]);
      });
      await setSequences(client, [{ name: 'odd_id_seq', lastValue: '77', isCalled: false }]);
    });
  });
  expect(await asText(to)).toEqual(await asText(from));
  expect((await dump(to)).lines).toEqual(lines);
  const next = await to.pool.query(`insert into odd (word) values ('Next') returning id, folded`);
  expect(next.rows).toEqual([{ id: 77, folded: 'next' }]);
  await expect(to.pool.query('insert into odd (other) values (99)')).rejects.toThrow('odd_other_fkey');
  await Promise.all([from.close(), to.close()]);
});

test('rows that name others which are not there are refused as a whole', async () => {
  const database = await openTestDatabase(false);
  await database.pool.query('create table odd (id integer primary key, other integer references odd (id))');
  const load = withSession(database.connection, 'test', (client) =>
    inTransaction(client, 'write', async () => {
      const [shape] = await listTables(client);
      if (shape === undefined) throw new Error('no table');
      await withoutForeignKeys(client, () => loadRows(client, shape, [['1', '2']]));
    }),
  );
  await expect(load).rejects.toMatchObject({ code: '23503' });
  expect((await database.pool.query('select from odd')).rowCount).toBe(0);
  await expect(database.pool.query('insert into odd values (1, 2)')).rejects.toMatchObject({ code: '23503' });
  await database.close();
});

test('a sequence that was never asked is where it began', async () => {
  const database = await openTestDatabase(false);
  await database.pool.query('create sequence fresh start 5');
  const states = await withSession(database.connection, 'test', listSequences);
  expect(states).toEqual([{ name: 'fresh', lastValue: '5', isCalled: false }]);
  await database.close();
});

async function dump(database: Database): Promise<{ lines: string[]; shape: TableShape }> {
  return withSession(database.connection, 'test', (client) =>
    inTransaction(client, 'snapshot', async () => {
      const [shape] = await listTables(client);
      if (shape === undefined) throw new Error('no table');
      const lines: string[] = [];
      for await (const some of dumpRows(client, shape)) lines.push(...some);
      return { lines, shape };
    }),
  );
}

/** By PostgreSQL's own text of whole rows. */
async function asText(database: Database): Promise<unknown[]> {
  const { rows } = await database.pool.query('select odd::text from odd order by id');
  return rows;
}
