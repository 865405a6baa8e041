import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAdvisoryLocks } from '../../../src/server/db/advisory-locks.ts';
import type { Connection, Database } from '../../../src/server/db/database.ts';
import { SOCKET_NAME } from '../../../src/server/db/postgres-folder.ts';
import { openTestDatabase } from '../../support/test-database.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase(false);
});
afterAll(() => database.close());

const never = new AbortController().signal;
/** Work that lasts until it is let go. */
function held() {
  let begin = () => {};
  let release = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const work = async () => {
    begin();
    await gate;
  };
  return { work, begun, release: () => release() };
}

test('work of one key is done by one process at a time, and of others meanwhile', async () => {
  const [one, other] = [createAdvisoryLocks(database.connection), createAdvisoryLocks(database.connection)];
  const log: string[] = [];
  const first = held();
  const running = one.hold('a', never, first.work).then(() => log.push('first'));
  await first.begun;
  const second = other.hold('a', never, async () => log.push('second'));
  expect(await other.hold('b', never, async () => 'at once')).toBe('at once');
  expect(log).toEqual([]);
  first.release();
  await Promise.all([running, second]);
  expect(log).toEqual(['first', 'second']);
  await Promise.all([one.close(), other.close()]);
});

test('whoever waits may go; what a lost connection held is free, and the next one works', async () => {
  const [one, other] = [createAdvisoryLocks(database.connection), createAdvisoryLocks(database.connection)];
  const first = held();
  const running = one.hold('a', never, first.work);
  await first.begun;
  const leaving = new AbortController();
  const waiting = other.hold('a', leaving.signal, async () => 'never');
  leaving.abort();
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });

  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'vitrine-locks' and datname = current_database()`,
  );
  await expect.poll(() => other.hold('a', never, async () => 'free').catch(() => null)).toBe('free');
  first.release();
  await running;
  await expect.poll(() => one.hold('a', never, async () => 'again').catch(() => null)).toBe('again');
  await Promise.all([one.close(), other.close()]);
});

/** A line to the database on which questions arrive and, while it is deaf, no answer comes back. */
async function openLine() {
  const { host, ...place } = database.connection as Exclude<Connection, { connectionString: string }>;
  const line = { isDeaf: false };
  const clients = new Set<Socket>();
  const server = createServer((client) => {
    const behind = connect(`${host}/${SOCKET_NAME}`);
    clients.add(client);
    client.on('data', (bytes) => behind.write(bytes));
    behind.on('data', (bytes) => {
      if (!line.isDeaf) client.write(bytes);
    });
    for (const [from, to] of [
      [client, behind],
      [behind, client],
    ] as const) {
      from.on('error', () => {});
      from.on('close', () => to.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return Object.assign(line, {
    connection: { ...place, host: '127.0.0.1', port },
    close() {
      server.close();
      for (const client of clients) client.destroy();
    },
  });
}

test.each(['hold', 'tryHold'] as const)(
  'a lock that was granted and not heard of is not held for ever: %s',
  async (way) => {
    const line = await openLine();
    const [one, other] = [createAdvisoryLocks(line.connection), createAdvisoryLocks(database.connection)];
    const ask = (key: string) =>
      way === 'hold' ? one.hold(key, never, async () => 'mine') : one.tryHold(key, async () => 'mine');
    try {
      expect(await ask('first')).toBe('mine');
      line.isDeaf = true;
      await expect(ask('late')).rejects.toThrow('Query read timeout');
      line.isDeaf = false;
      await expect.poll(() => other.tryHold('late', async () => 'free')).toBe('free');
      // And it goes on, by another connection.
      expect(await ask('late')).toBe('mine');
    } finally {
      line.close();
      await other.close();
    }
    await one.close();
  },
);
