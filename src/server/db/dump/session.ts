import pg from 'pg';
import type { Connection } from '../database.ts';

/** Longer than a migration takes. */
const LOCK_PATIENCE = '10min';

/** A connection of {@link withSession}. */
export type Session = pg.Client;

/**
 * How values are written as text, so that all of them are read back as they were, and no time limit: a large table
 * takes minutes, in which the connection may be idle while the disk is written. For one transaction, so that it holds
 * behind a pooler as well.
 */
const SETTINGS = `set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
  set local lock_timeout = '${LOCK_PATIENCE}'; set local timezone = 'UTC'; set local datestyle = 'ISO, YMD';
  set local intervalstyle = 'postgres'; set local bytea_output = 'hex'; set local extra_float_digits = 1;
  set local client_min_messages = 'warning'; set local search_path = public`;

/** A connection of its own, closed afterwards. */
export async function withSession<T>(
  connection: Connection,
  name: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...connection, application_name: name });
  // The query under way rejects; without a listener it would end the process as well.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * One transaction.
 *
 * @param mode `snapshot` sees the moment of its first read only, and writes nothing.
 */
export async function inTransaction<T>(
  client: pg.Client,
  mode: 'snapshot' | 'write',
  work: () => Promise<T>,
): Promise<T> {
  await client.query(mode === 'write' ? 'begin' : 'begin isolation level repeatable read read only');
  try {
    await client.query(SETTINGS);
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}
