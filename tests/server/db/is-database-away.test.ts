import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../src/server/db/database.ts';
import { isDatabaseAway } from '../../../src/server/db/is-database-away.ts';
import { openTestDatabase } from '../../support/test-database.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.pool.query(`insert into settings (key, value) values ('a', '1'), ('b', '1')`);
});
afterAll(() => database.close());

const change = `update settings set value = '2' where key = $1`;

/** What one of two transactions comes to that change the same rows: each its own first, or both the same. */
async function collide(begin: string, own: 'b' | 'a'): Promise<unknown> {
  const [one, two] = [await database.pool.connect(), await database.pool.connect()];
  try {
    for (const client of [one, two]) await client.query(begin);
    for (const client of [one, two]) await client.query('select count(*) from settings');
    await one.query(change, ['a']);
    const errors: unknown[] = [];
    const keep = (error: unknown) => void errors.push(error);
    if (own === 'b') await two.query(change, ['b']);
    const waiting = two.query(change, ['a']).catch(keep);
    if (own === 'b') await one.query(change, ['b']).catch(keep);
    await one.query('commit');
    await waiting;
    return errors[0];
  } finally {
    for (const client of [one, two]) {
      await client.query('rollback');
      client.release();
    }
  }
}

test.each([
  ['40P01', 'a deadlock', 'begin', 'b'],
  ['40001', 'a change that was overtaken', 'begin isolation level repeatable read', 'a'],
] as const)('%s, %s, is worth another try', async (code, _, begin, own) => {
  const error = await collide(begin, own);
  expect(error).toMatchObject({ code });
  expect(isDatabaseAway(error)).toBe(true);
});

test('a statement that is wrong is not', async () => {
  const error = await database.pool.query('select from nowhere').catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: '42P01' });
  expect(isDatabaseAway(error)).toBe(false);
});
