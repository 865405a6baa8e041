import { sql } from 'drizzle-orm';
import pg from 'pg';
import { createBackOff, pause, withTimeout } from '../process/wait.ts';
import type { Connection, Queryable } from './database.ts';
import { isDatabaseAway } from './is-database-away.ts';
import { prepareSql } from './prepare-read.ts';
import { SESSION } from './session-names.ts';

/** What the processes of one instance tell each other. The payload names rows, it never carries them. */
export type Channel =
  /** A render has a new state, progress or preview. Payload: its id. */
  | 'render_changed'
  /** A running render is to stop. Payload: its id. */
  | 'render_cancelled'
  /** Queue positions have changed. Payload: empty. */
  | 'queue_moved'
  /** Staff ask for a test of an engine's server. Payload: the server's id. */
  | 'engine_test'
  /** A session is over, or an API key removed, which stands for one. Payload: its id. */
  | 'session_ended'
  /** A render has ended of whom devices may have to be told. Payload: its id. */
  | 'push_due'
  /** Webhooks are to be told of something. Payload: empty. */
  | 'webhook_due'
  /** Maintenance was switched on or off. Payload: empty. */
  | 'maintenance';

const CHANNELS: readonly Channel[] = [
  'render_changed',
  'render_cancelled',
  'queue_moved',
  'engine_test',
  'session_ended',
  'push_due',
  'webhook_due',
  'maintenance',
];
/** Of a process that only renders. PostgreSQL wakes every process that listens, so that workers hear nothing of what pages are told. */
export const WORKER_CHANNELS: readonly Channel[] = ['render_cancelled', 'engine_test', 'maintenance'];
/** For so long a PostgreSQL is waited for that does not answer yet: one that was killed reads its log first, on a busy machine. */
const FIRST_PATIENCE_MS = 60_000;
/** Between attempts to open a lost connection again. */
const RECONNECT_MIN_MS = 200;
const RECONNECT_MAX_MS = 5_000;
/** Time limit of an attempt to connect, and of a check. */
const ANSWER_MS = 5_000;
/** Time limit of closing the connection: PostgreSQL may not answer. */
const END_MS = 1_000;

/** Notifications from all processes (LISTEN), through one connection of its own. */
export interface Events {
  /** @returns Ends the subscription. */
  subscribe(channel: Channel, hear: (payload: string) => void): () => void;
  /** Called after the connection was lost and is back: anything may have happened in between. */
  onGap(hear: () => void): () => void;
  /**
   * Whether PostgreSQL answers on this connection, which no other work can keep busy. Also true while it reconnects:
   * a lost database then shows as failed queries on other connections.
   */
  check(): Promise<boolean>;
  close(): Promise<void>;
}

const notify = prepareSql<{ channel: Channel; payload: string }, never>(
  (given) => sql`select pg_notify(${given('channel')}, ${given('payload')})`,
);

/** Notifies all processes, this one included (NOTIFY); inside a transaction only when it commits. */
export async function announce(db: Queryable, channel: Channel, payload = ''): Promise<void> {
  await notify(db, { channel, payload });
}

/**
 * Connects and listens until closed. A lost connection is opened again, by one attempt at a time.
 *
 * @param channels Others cannot be subscribed to.
 * @throws When it cannot be opened within a minute, or is refused.
 */
export async function listenToEvents(
  connection: Connection,
  channels: readonly Channel[] = CHANNELS,
): Promise<Events> {
  const hearers = new Map<Channel, Set<(payload: string) => void>>(channels.map((name) => [name, new Set()]));
  const gapHearers = new Set<() => void>();
  const closing = new AbortController();
  let current: Listener | null = null;
  const hear = (channel: Channel, payload: string) => {
    for (const each of hearers.get(channel) ?? []) each(payload);
  };

  async function follow(first: Listener): Promise<void> {
    let listener = first;
    const backOff = createBackOff(RECONNECT_MIN_MS, RECONNECT_MAX_MS);
    for (;;) {
      current = listener;
      await listener.lost;
      current = null;
      const next = await reopen();
      if (next === null) return;
      listener = next;
      backOff.reset();
      for (const each of gapHearers) each();
    }

    /** Null: it was closed meanwhile. */
    async function reopen(): Promise<Listener | null> {
      while (!closing.signal.aborted) {
        await pause(backOff.next(), closing.signal).catch(() => {});
        if (closing.signal.aborted) return null;
        const next = await openListener(connection, channels, hear, closing.signal).catch(() => null);
        if (next !== null) return next;
      }
      return null;
    }
  }

  /** Others are told soon enough that it is away; whoever starts has nothing to do without it. */
  async function openFirst(): Promise<Listener> {
    const until = performance.now() + FIRST_PATIENCE_MS;
    const backOff = createBackOff(RECONNECT_MIN_MS, RECONNECT_MAX_MS);
    for (;;) {
      try {
        return await openListener(connection, channels, hear, closing.signal);
      } catch (error) {
        if (!isDatabaseAway(error) || performance.now() > until) throw error;
        await pause(backOff.next(), closing.signal);
      }
    }
  }

  const following = follow(await openFirst());
  return {
    subscribe(channel, listener) {
      const own = hearers.get(channel);
      if (own === undefined) throw new Error(`This process does not listen to ${channel}.`);
      own.add(listener);
      return () => own.delete(listener);
    },
    onGap(listener) {
      gapHearers.add(listener);
      return () => gapHearers.delete(listener);
    },
    check: async () => (await current?.check()) ?? true,
    async close() {
      closing.abort();
      await following;
    },
  };
}

/** One connection that listens. */
interface Listener {
  /** Resolves when it is over, for whatever reason, and everything of it is released. */
  readonly lost: Promise<void>;
  /** False when it does not answer in time. */
  check(): Promise<boolean>;
}

/** @param signal Ends it. @throws When it cannot be opened; nothing of it is left then. */
async function openListener(
  connection: Connection,
  channels: readonly Channel[],
  hear: (channel: Channel, payload: string) => void,
  signal: AbortSignal,
): Promise<Listener> {
  const client = new pg.Client({
    ...connection,
    application_name: SESSION.events,
    keepAlive: true,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  });
  const over = new Promise<void>((resolve) => {
    client.on('error', () => resolve());
    client.on('end', () => resolve());
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  client.on('notification', ({ channel, payload }) => hear(channel as Channel, payload ?? ''));
  const release = () =>
    withTimeout(
      END_MS,
      client.end().catch(() => {}),
    );
  try {
    await client.connect();
    for (const channel of channels) await client.query(`listen ${channel}`);
  } catch (error) {
    await release();
    throw error;
  }
  const check = (): Promise<boolean> =>
    client.query('select 1').then(
      () => true,
      (error: Error) => error.message !== 'Query read timeout',
    );
  return { lost: over.then(release), check };
}
