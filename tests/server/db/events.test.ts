import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../../src/server/db/database.ts';
import { announce, type Events, listenToEvents, WORKER_CHANNELS } from '../../../src/server/db/events.ts';
import { isDatabaseAway } from '../../../src/server/db/is-database-away.ts';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts';
import { openTestDatabase } from '../../support/test-database.ts';

let database: Database;
/** The line between the events and PostgreSQL. */
let line: TcpProxy;
let events: Events;
let gaps: number;
let heard: string[];
const POLL = { timeout: 30_000, interval: 10 };
beforeEach(async () => {
  database = await openTestDatabase(false);
  if (!('host' in database.connection)) throw new Error('the tests have a PostgreSQL of their own');
  const { host, port } = database.connection;
  line = await startTcpProxy(join(host, `.s.PGSQL.${port}`));
  events = await listenToEvents({
    ...database.connection,
    host: '127.0.0.1',
    port: Number(new URL(line.url).port),
  });
  gaps = 0;
  heard = [];
  events.onGap(() => (gaps += 1));
  events.subscribe('render_changed', (id) => heard.push(id));
});
afterEach(async () => {
  await events.close();
  await line.close();
  await database.close();
});

test('a database that goes away and comes back is reached by one connection, and everything is heard once', async () => {
  await announce(database.db, 'render_changed', '1');
  await expect.poll(() => heard, POLL).toEqual(['1']);
  for (const round of [1, 2]) {
    line.mode = 'refuse';
    const before = line.refused;
    line.cut();
    await expect.poll(() => line.refused - before, POLL).toBeGreaterThanOrEqual(4);
    line.mode = 'pass';
    await expect.poll(() => gaps, POLL).toBe(round);
  }
  await announce(database.db, 'render_changed', '2');
  await expect.poll(() => heard, POLL).toEqual(['1', '2']);
  expect([gaps, line.open]).toEqual([2, 1]);
  await events.close();
  await expect.poll(() => line.open, POLL).toBe(0);
});

test('a process that only renders is not woken by what pages are told', async () => {
  const worker = await listenToEvents(database.connection, WORKER_CHANNELS);
  const cancelled: string[] = [];
  worker.subscribe('render_cancelled', (id) => cancelled.push(id));
  expect(() => worker.subscribe('render_changed', () => {})).toThrow('does not listen to render_changed');
  await announce(database.db, 'render_cancelled', '7');
  await expect.poll(() => cancelled, POLL).toEqual(['7']);
  await worker.close();
});

test('who starts waits for a database that does not answer yet, and is not kept by one that refuses', async () => {
  if (!('host' in database.connection)) throw new Error('the tests have a PostgreSQL of their own');
  const there = { ...database.connection, host: '127.0.0.1', port: Number(new URL(line.url).port) };
  line.mode = 'refuse';
  const before = line.refused;
  const starting = listenToEvents(there);
  await expect.poll(() => line.refused - before, POLL).toBeGreaterThanOrEqual(2);
  line.mode = 'pass';
  await (await starting).close();
  await expect(listenToEvents({ ...there, database: 'nowhere' })).rejects.toMatchObject({ code: '3D000' });
});

test('a connection that is not answered in time is a database that is away', async () => {
  if (!('host' in database.connection)) throw new Error('the tests have a PostgreSQL of their own');
  line.mode = 'blackhole';
  const port = Number(new URL(line.url).port);
  const patience = { host: '127.0.0.1', port, connectionTimeoutMillis: 100 };
  const client = new pg.Client({ ...database.connection, ...patience });
  client.on('error', () => {});
  const error: unknown = await client.connect().catch((thrown: unknown) => thrown);
  expect([String(error), isDatabaseAway(error)]).toEqual([expect.stringContaining('timeout'), true]);
});

test.each(['refuse', 'blackhole'] as const)('closing ends it while the line is: %s', async (mode) => {
  line.mode = mode;
  line.cut();
  await events.close();
  line.mode = 'pass';
  await announce(database.db, 'render_changed', '3');
  expect(heard).toEqual([]);
});
