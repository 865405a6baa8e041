import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import pg from 'pg';

export type Db = NodePgDatabase;
/** A running transaction: what a use case gets that must succeed or vanish as a whole. */
export type Transaction = Parameters<Parameters<Db['transaction']>[0]>[0];
/** Either of them, for reads that may stand alone or inside a transaction. */
export type Queryable = PgDatabase<NodePgQueryResultHKT>;

/** Where PostgreSQL is, in the form both `pg` and pg-boss take. */
export type Connection =
  | { readonly connectionString: string }
  | {
      /** Folder of the unix socket. */
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly password: string;
      readonly database: string;
    };

export interface Database {
  readonly db: Db;
  readonly pool: pg.Pool;
  /** For whoever needs a connection of its own: LISTEN, pg-boss, migrations. */
  readonly connection: Connection;
  /** Ends the pool, and the embedded PostgreSQL when nobody else uses it. */
  close(): Promise<void>;
}

/** Connections a process keeps at most: 2 cores do not profit from more, and PostgreSQL's default limit is 100. */
const POOL_SIZE = 10;

/** A call that gets no connection by then fails instead of waiting for ever. */
const CONNECTION_PATIENCE_MS = 30_000;

/**
 * What one session may take, so that none holds a lock for minutes: a statement, waiting for somebody's lock, and a
 * transaction in which nothing is asked. The last is longer than the payment provider may take to answer everything that
 * is asked of it within one.
 */
const SESSION_LIMITS = `set statement_timeout = '60s'; set lock_timeout = '30s';
  set idle_in_transaction_session_timeout = '5min'`;

/** Opens a pool on a running PostgreSQL; `close` ends the pool only. */
export function connectDatabase(connection: Connection): Database {
  const pool = new pg.Pool({
    ...connection,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECTION_PATIENCE_MS,
    application_name: 'vitrine',
    // Not in the connection string: poolers between us and PostgreSQL refuse what they do not know there.
    onConnect: async (client) => {
      await client.query(SESSION_LIMITS);
      if (!(await keepsStatements(client))) forgetNames(client);
    },
  });
  // A dropped idle connection is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  // The same of one in use, which the pool does not listen to: what is asked of it next rejects.
  pool.on('connect', (client) => client.on('error', () => {}));
  return { db: drizzle(pool), pool, connection, close: () => pool.end() };
}

/**
 * Whether all that a connection is told is told to one and the same backend. A pooler between us and PostgreSQL gives the
 * connection a number of its own, and may send what is prepared to one backend and what uses it to another.
 */
async function keepsStatements(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  // The driver keeps the number that the connection was opened with, and its types do not know it.
  return (client as pg.ClientBase & { readonly processID?: number }).processID === rows[0]?.pid;
}

/** Statements are prepared anew each time they are asked. */
function forgetNames(client: pg.ClientBase): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = ((config: unknown, ...rest: unknown[]) => {
    const isNamed =
      typeof config === 'object' && config !== null && 'name' in config && !('submit' in config);
    return query(isNamed ? { ...config, name: undefined } : config, ...rest);
  }) as typeof client.query;
}
