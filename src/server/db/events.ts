import { sql } from 'drizzle-orm';
import pg from 'pg';
import type { Connection, Queryable } from './database.ts';

/** What the processes of one instance tell each other. The payload names rows, it never carries them. */
export type Channel =
  /** A render has a new state, progress or preview. Payload: its id. */
  | 'render_changed'
  /** A running render is to stop. Payload: its id. */
  | 'render_cancelled'
  /** The queue has moved: positions are others now. Payload: empty. */
  | 'queue_moved'
  /** Staff ask for a test of an engine's server. Payload: the server's id. */
  | 'engine_test'
  /** A session is over. Payload: its id. */
  | 'session_ended';

const CHANNELS: readonly Channel[] = [
  'render_changed',
  'render_cancelled',
  'queue_moved',
  'engine_test',
  'session_ended',
];
const RECONNECT_MS = 500;

/** Hears what other processes tell, through one connection of its own. */
export interface Events {
  /** @returns Ends the subscription. */
  subscribe(channel: Channel, hear: (payload: string) => void): () => void;
  /** Called after the connection was lost and is back: anything may have happened in between. */
  onGap(hear: () => void): () => void;
  close(): Promise<void>;
}

/** Tells all processes, this one included. Inside a transaction: when it commits. */
export async function announce(db: Queryable, channel: Channel, payload = ''): Promise<void> {
  await db.execute(sql`select pg_notify(${channel}, ${payload})`);
}

/** Connects and listens until closed; a lost connection is opened again. */
export async function listenToEvents(connection: Connection): Promise<Events> {
  const hearers = new Map<Channel, Set<(payload: string) => void>>(CHANNELS.map((name) => [name, new Set()]));
  const gapHearers = new Set<() => void>();
  let client: pg.Client | null = null;
  let isClosed = false;

  async function connect(): Promise<void> {
    const next = new pg.Client({ ...connection, application_name: 'vitrine-events', keepAlive: true });
    // pg reports a lost connection twice; the first report replaces the client.
    let isLost = false;
    const lose = () => {
      if (isLost || isClosed) return;
      isLost = true;
      void reconnect();
    };
    next.on('error', lose);
    next.on('end', lose);
    next.on('notification', ({ channel, payload }) => {
      for (const hear of hearers.get(channel as Channel) ?? []) hear(payload ?? '');
    });
    await next.connect();
    for (const channel of CHANNELS) await next.query(`listen ${channel}`);
    client = next;
  }

  async function reconnect(): Promise<void> {
    while (!isClosed) {
      await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
      const isBack = await connect().then(
        () => true,
        () => false,
      );
      if (!isBack) continue;
      for (const hear of gapHearers) hear();
      return;
    }
  }

  await connect();
  return {
    subscribe(channel, hear) {
      hearers.get(channel)?.add(hear);
      return () => hearers.get(channel)?.delete(hear);
    },
    onGap(hear) {
      gapHearers.add(hear);
      return () => gapHearers.delete(hear);
    },
    async close() {
      isClosed = true;
      await client?.end();
    },
  };
}
