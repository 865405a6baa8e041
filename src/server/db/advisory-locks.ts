import { sql } from 'drizzle-orm';
import pg from 'pg';
import { createKeyedMutex } from '../process/mutex.ts';
import { createBackOff, pause } from '../process/wait.ts';
import type { Connection, Queryable } from './database.ts';

/** Shortest pause between two attempts to get a lock that another process holds. */
const RETRY_MIN_MS = 50;
const RETRY_MAX_MS = 1_000;
/** A connection that does not answer by then is lost. */
const ANSWER_MS = 5_000;

/**
 * A machine that vanishes says no goodbye, and PostgreSQL waits two hours for one: what a process there holds is to be free about as soon
 * as its orders are another's (`LEASE_MS` of the queue). On a unix socket, whose other end is never far, these count for nothing.
 */
const SIGNS_OF_LIFE = `set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3;
  set tcp_user_timeout = '10s'`;

/**
 * Mutual exclusion by key between all processes on one database, by PostgreSQL's advisory locks. A process's locks end
 * with its connection, so also when it is killed, and soon after its machine has gone. If the connection is lost during the
 * work, another process may begin the same work: it must tolerate that.
 */
export interface AdvisoryLocks {
  /** @throws What `signal` aborts with while it waits; what a lost database throws. */
  hold<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
  /**
   * As {@link AdvisoryLocks.hold}, and null at once while anybody, here or elsewhere, has a key of this kind. A key that is tried is
   * never waited for.
   */
  tryHold<T>(key: string, work: () => Promise<T>): Promise<T | null>;
  /**
   * Waits until nobody has the key alone, and shares it from then on: while anybody does, here or elsewhere, nobody else gets it alone.
   * Within a process that is for the caller to see to.
   *
   * @returns Ends the share.
   */
  share(key: string, signal: AbortSignal): Promise<() => Promise<void>>;
  /**
   * Takes one of several keys that nobody has, here or elsewhere, in one question to the database. A key that is taken so is never waited
   * for.
   *
   * @returns Gives it back; null while all of them are taken.
   */
  takeOne(keys: readonly string[]): Promise<(() => void) | null>;
  close(): Promise<void>;
}

/** Whether any process holds the key now. */
export async function isHeld(db: Queryable, key: string): Promise<boolean> {
  const { rows } = await db.execute<{ isHeld: boolean }>(sql`
    with asked as (select hashtextextended(${key}, 0) as key)
    select exists (
      select from pg_locks, asked where locktype = 'advisory' and objsubid = 1 and granted
        and database = (select oid from pg_database where datname = current_database())
        and (classid::bigint << 32 | objid::bigint) = key
    ) as "isHeld"`);
  return rows[0]?.isHeld === true;
}

/** Holds all keys of this process by one connection, opened for the first of them. */
export function createAdvisoryLocks(connection: Connection): AdvisoryLocks {
  const holdHere = createKeyedMutex();
  const tried = new Set<string>();
  let opening: Promise<pg.Client> | null = null;

  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({
      ...connection,
      application_name: 'vitrine-locks',
      keepAlive: true,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
    });
    const forget = (): void => {
      opening = null;
      client.end().catch(() => {});
    };
    client.once('error', forget);
    client.once('end', () => {
      opening = null;
    });
    try {
      await client.connect();
      await client.query(SIGNS_OF_LIFE);
    } catch (error) {
      forget();
      throw error;
    }
    return client;
  };
  /** Whoever does not hear an answer does not know what is held: the connection ends, and all of it with it. */
  const drop = async (client: pg.Client): Promise<void> => {
    if ((await opening?.catch(() => null)) === client) opening = null;
    client.end().catch(() => {});
  };
  const ask = async (client: pg.Client, call: string, key: string): Promise<boolean> => {
    const text = `select ${call}(hashtextextended($1, 0)) as done`;
    try {
      const { rows } = await client.query<{ done: boolean }>(text, [key]);
      return rows[0]?.done === true;
    } catch (error) {
      await drop(client);
      throw error;
    }
  };
  /** The first of these that can be had. */
  const askOne = async (client: pg.Client, keys: readonly string[]): Promise<string | null> => {
    const text = `select key from unnest($1::text[]) as key
      where pg_try_advisory_lock(hashtextextended(key, 0)) limit 1`;
    try {
      const { rows } = await client.query<{ key: string }>(text, [keys]);
      return rows[0]?.key ?? null;
    } catch (error) {
      await drop(client);
      throw error;
    }
  };
  const enter = async (call: string, key: string, signal: AbortSignal): Promise<pg.Client> => {
    const backOff = createBackOff(RETRY_MIN_MS, RETRY_MAX_MS);
    for (;;) {
      signal.throwIfAborted();
      opening ??= connect();
      const client = await opening;
      if (await ask(client, call, key)) return client;
      await pause(backOff.next(), signal);
    }
  };
  return {
    hold: (key, signal, work) =>
      holdHere(key, async () => {
        const client = await enter('pg_try_advisory_lock', key, signal);
        try {
          return await work();
        } finally {
          // Of a connection that is lost nothing is held any more.
          await ask(client, 'pg_advisory_unlock', key).catch(() => {});
        }
      }),
    async tryHold(key, work) {
      if (tried.has(key)) return null;
      tried.add(key);
      try {
        opening ??= connect();
        const client = await opening;
        if (!(await ask(client, 'pg_try_advisory_lock', key))) return null;
        try {
          return await work();
        } finally {
          await ask(client, 'pg_advisory_unlock', key).catch(() => {});
        }
      } finally {
        tried.delete(key);
      }
    },
    async share(key, signal) {
      const client = await enter('pg_try_advisory_lock_shared', key, signal);
      return async () => void (await ask(client, 'pg_advisory_unlock_shared', key).catch(() => {}));
    },
    takeOne: (keys) =>
      holdHere(`one of ${keys[0]}`, async () => {
        const free = keys.filter((key) => !tried.has(key));
        if (free.length === 0) return null;
        opening ??= connect();
        const client = await opening;
        const key = await askOne(client, free);
        if (key === null) return null;
        tried.add(key);
        return () => {
          if (!tried.delete(key)) return;
          // Before whatever is asked on this connection next.
          ask(client, 'pg_advisory_unlock', key).catch(() => {});
        };
      }),
    async close() {
      const client = await opening?.catch(() => null);
      await client?.end().catch(() => {});
    },
  };
}
