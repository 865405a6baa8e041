import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { isTracing } from '../tracing/span.ts';
import { traceStatements } from '../tracing/trace-statements.ts';

export type Db = NodePgDatabase;
/** A running database transaction. */
export type Transaction = Parameters<Parameters<Db['transaction']>[0]>[0];
/** The pool or a running transaction, for reads that work in both. */
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

/** Most connections of a process: two cores do not profit from more, and PostgreSQL's default limit is 100. */
const POOL_SIZE = 10;

/** A call that has waited this long for a free connection fails. */
const CONNECTION_PATIENCE_MS = 30_000;

/**
 * Time limits of each session, so that none holds a lock for minutes: for one statement, for waiting for a lock, and for
 * an idle transaction. The last is longer than all payment provider calls of one transaction may take together.
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
      if (isTracing()) traceStatements(client);
    },
  });
  // A dropped idle connection is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  // The pool does not listen for errors of a connection in use; the next query on it rejects.
  pool.on('connect', (client) => client.on('error', () => {}));
  return { db: drizzle(pool), pool, connection, close: () => pool.end() };
}

/**
 * Whether named prepared statements work on this connection. A pooler such as PgBouncer may prepare a statement on one
 * backend and execute it on another; it is recognised by a backend process id that differs from PostgreSQL's own.
 */
async function keepsStatements(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  // The driver keeps the backend's process id of the connection, but its types do not declare it.
  return (client as pg.ClientBase & { readonly processID?: number }).processID === rows[0]?.pid;
}

/** Removes the names of prepared statements, so that each query is parsed anew. */
function forgetNames(client: pg.ClientBase): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = ((config: unknown, ...rest: unknown[]) => {
    const isNamed =
      typeof config === 'object' && config !== null && 'name' in config && !('submit' in config);
    return query(isNamed ? { ...config, name: undefined } : config, ...rest);
  }) as typeof client.query;
}
