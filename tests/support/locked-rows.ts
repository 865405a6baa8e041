import { expect } from 'vitest';
import type { TestServer } from './server.ts';

/** Somebody else's transaction, step by step. */
export interface OtherTransaction {
  query(text: string, values: readonly unknown[]): Promise<void>;
  /** Resolves once somebody waits for a lock in this database. */
  awaitWaiting(): Promise<void>;
  commit(): Promise<void>;
}

/** Runs `work` beside a transaction that is open meanwhile, in a database that nobody else uses. */
export async function besideTransaction(
  { deps }: Pick<TestServer, 'deps'>,
  work: (other: OtherTransaction) => Promise<void>,
): Promise<void> {
  const { pool } = deps.database;
  const [client, looking] = [await pool.connect(), await pool.connect()];
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  try {
    await client.query('begin');
    await work({
      query: async (text, values) => void (await client.query(text, [...values])),
      awaitWaiting: () =>
        expect
          .poll(async () => (await looking.query(waiting)).rowCount, { timeout: 30_000 })
          .toBeGreaterThan(0),
      commit: async () => void (await client.query('commit')),
    });
  } finally {
    await client.query('rollback');
    client.release();
    looking.release();
  }
}
