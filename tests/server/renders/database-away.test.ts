import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import type { RenderStateBody } from '../../../src/contract/http/renders.ts';
import { connectDatabase, type Database } from '../../../src/server/db/database.ts';
import { startWorker } from '../../../src/server/renders/queue/start-worker.ts';
import { createComfyStage } from '../../support/comfy-engine.ts';
import type { FakeComfy } from '../../support/fake-comfyui/start-fake-comfy.ts';
import { type RenderServer, startRenderServer } from '../../support/render-server.ts';
import type { Person } from '../../support/server.ts';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts';
import { openTestDatabase } from '../../support/test-database.ts';

const POLL = { timeout: 60_000 };
const stage = createComfyStage();
let line: TcpProxy | undefined;
let server: RenderServer | undefined;
afterEach(async () => {
  if (line !== undefined) line.mode = 'pass';
  await server?.stop();
  await line?.close();
  await stage.close();
});

/** A database behind a line that can be cut. */
async function openOnLine(): Promise<{ database: Database; line: TcpProxy }> {
  const { connection, close } = await openTestDatabase();
  await close();
  if (!('host' in connection)) throw new Error('the tests have a PostgreSQL of their own');
  const line = await startTcpProxy(join(connection.host, `.s.PGSQL.${connection.port}`));
  const port = Number(new URL(line.url).port);
  return { line, database: connectDatabase({ ...connection, host: '127.0.0.1', port }) };
}

/** A server with one AI server, no worker, and an order that waits. */
async function open(fake: FakeComfy) {
  const opened = await openOnLine();
  line = opened.line;
  const comfyServers = [{ url: fake.url, headers: {}, isExpected: true }];
  const { database } = opened;
  server = await startRenderServer({ database, isTracing: true, isWorking: false, config: { comfyServers } });
  return { line, server, person: await server.signUp() };
}

async function order(on: RenderServer, person: Person): Promise<number> {
  const system = async () => (await on.get<RenderStateBody>(person, '/api/render/state/')).data.system;
  await expect.poll(async () => (await system()).active_servers, POLL).toBe(2);
  return (await on.order(person, { engine: 'comfyui' })).body.id;
}

function cut(on: TcpProxy): void {
  on.mode = 'refuse';
  on.cut();
}

/** The server answers again. */
async function mend(on: TcpProxy, back: RenderServer, person: Person): Promise<void> {
  on.mode = 'pass';
  const isBack = () =>
    back.get(person, '/api/render/state/').then(
      () => true,
      () => false,
    );
  await expect.poll(isBack, POLL).toBe(true);
}

/** What became of the jobs on a server, and whether one was broken off. */
async function jobsOf(fake: FakeComfy) {
  const journal = await fake.journal();
  const ended = journal.flatMap((one) => (one.kind === 'ended' ? [one.how] : []));
  return { ended, isBrokenOff: journal.some(({ kind }) => kind === 'interrupt') };
}

test('the database is away for a moment while an AI paints: the picture goes on being painted, and is paid once', async () => {
  const fake = await stage.fake({ holdAt: ['sample', 'decode'] });
  const { line, server, person } = await open(fake);
  await server.work();
  const id = await order(server, person);
  await fake.until({ kind: 'held', at: 'sample' });
  cut(line);
  const refused = line.refused;
  await fake.command({ do: 'release', at: 'sample' });
  await fake.until({ kind: 'held', at: 'decode' });
  // By now what was told of the steps between could not be written.
  await expect.poll(() => line.refused - refused, POLL).toBeGreaterThan(5);
  await mend(line, server, person);
  await fake.command({ do: 'release' });
  expect(await server.finish(person, id)).toMatchObject({ status: 'completed', refunded: 0 });
  expect(await jobsOf(fake)).toEqual({ ended: ['success'], isBrokenOff: false });
  expect(await server.credits(person)).toBe(1800);
});

test('the database goes away when a picture has come, which its server has forgotten: it is kept once it is back', async () => {
  const fake = await stage.fake({ holdAt: ['decode'] });
  const { line, server, person } = await open(fake);
  await server.work();
  const id = await order(server, person);
  await fake.until({ kind: 'held', at: 'decode' });
  const { storage } = server.deps.services;
  const put = storage.put.bind(storage);
  vi.spyOn(storage, 'put').mockImplementationOnce(async (...file) => {
    const stored = await put(...file);
    cut(line);
    return stored;
  });
  await fake.command({ do: 'release' });
  await expect.poll(() => line.refused, POLL).toBeGreaterThan(5);
  await mend(line, server, person);
  expect(await server.finish(person, id)).toMatchObject({ status: 'completed', refunded: 0 });
  expect(await jobsOf(fake)).toEqual({ ended: ['success'], isBrokenOff: false });
  expect(await server.credits(person)).toBe(1800);
});

test('the database is away for longer than a worker has its orders: the next attempt takes the job over', async () => {
  const fake = await stage.fake({ holdAt: ['sample', 'decode'] });
  const { line, server, person } = await open(fake);
  const { services, database, logger } = server.deps;
  const said = vi.spyOn(logger, 'error');
  const worker = await startWorker({ ...services, db: database.db, logger, leaseMs: 1 });
  try {
    const id = await order(server, person);
    await fake.until({ kind: 'held', at: 'sample' });
    cut(line);
    await fake.command({ do: 'release', at: 'sample' });
    const isLeft = () => said.mock.calls.some(([, words]) => words === 'order will be taken up again');
    await expect.poll(isLeft, POLL).toBe(true);
    await mend(line, server, person);
    await fake.command({ do: 'release' });
    expect(await server.finish(person, id)).toMatchObject({ status: 'completed', refunded: 0 });
    expect(await jobsOf(fake)).toEqual({ ended: ['success'], isBrokenOff: false });
    expect(await server.credits(person)).toBe(1800);
  } finally {
    await worker.close();
  }
});
