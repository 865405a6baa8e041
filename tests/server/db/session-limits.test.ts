import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../src/server/db/database.ts';
import { openTestDatabase } from '../../support/test-database.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase(false);
});
afterAll(() => database.close());

test('no session of ours may hold a statement, a lock or an idle transaction for minutes', async () => {
  const settings = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];
  const limits = await Promise.all(
    settings.map(async (name) => {
      const { rows } = await database.pool.query('select setting::int from pg_settings where name = $1', [
        name,
      ]);
      return rows[0].setting as number;
    }),
  );
  for (const limit of limits) expect(limit).toBeGreaterThan(0);
  for (const limit of limits) expect(limit).toBeLessThanOrEqual(60_000);
});
