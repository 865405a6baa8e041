import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../src/server/db/database.ts';
import { openTestDatabase } from '../../support/test-database.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase(false);
});
afterAll(() => database.close());

test('no session of ours may hold a statement, a lock or an idle transaction for long', async () => {
  const limitsMs = {
    statement_timeout: 300_000,
    lock_timeout: 300_000,
    idle_in_transaction_session_timeout: 5 * 60_000,
  };
  for (const [name, limitMs] of Object.entries(limitsMs)) {
    const { rows } = await database.pool.query('select setting::int from pg_settings where name = $1', [
      name,
    ]);
    expect(rows[0].setting, name).toBeGreaterThan(0);
    expect(rows[0].setting, name).toBeLessThanOrEqual(limitMs);
  }
});

test('a connection that PostgreSQL ends within a transaction ends that transaction, and nothing else', async () => {
  const { db, pool } = database;
  const isLost = new Promise<void>((resolve) => {
    pool.once('acquire', (client) => client.once('end', resolve));
  });
  const transaction = db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    await db.execute(sql`select pg_terminate_backend(${rows[0]?.pid})`);
    await isLost;
    await tx.execute(sql`select 1`);
  });
  await expect(transaction).rejects.toThrow();
  await expect(db.execute(sql`select 1 as one`)).resolves.toMatchObject({ rows: [{ one: 1 }] });
});
