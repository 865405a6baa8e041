import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { renders } from '../../../src/server/db/schema/renders.ts';
import { startWorker } from '../../../src/server/renders/queue/start-worker.ts';
import { type RenderServer, startRenderServer } from '../../support/render-server.ts';
import { type S3Server, startS3 } from '../../support/s3/start-s3.ts';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts';

const POLL = { timeout: 60_000 };
let s3: S3Server;
let line: TcpProxy;
let server: RenderServer;
beforeAll(async () => {
  s3 = await startS3();
  line = await startTcpProxy(s3.settings.endpoint);
});
beforeEach(async () => {
  const settings = { ...s3.settings, endpoint: line.url };
  const files = { s3: settings, kind: 's3', publicEndpoint: null } as const;
  server = await startRenderServer({ isWorking: false, config: { files } });
});
afterEach(async () => {
  line.mode = 'pass';
  await server?.stop();
});
afterAll(async () => {
  await line?.close();
  await s3?.stop();
});

function cut(): void {
  line.mode = 'refuse';
  line.cut();
}

test('files that cannot be read for a while are no strike against an order: it waits, and is drawn once they are back', async () => {
  const person = await server.signUp();
  const { body } = await server.order(person);
  const { services, database, logger } = server.deps;
  cut();
  const worker = await startWorker({ ...services, db: database.db, logger, storePatienceMs: 1 });
  try {
    await expect.poll(() => server.engine.runs.length, POLL).toBeGreaterThan(2);
    const [row] = await database.db.select().from(renders).where(eq(renders.id, body.id));
    expect(row).toMatchObject({ strikes: 0, status: 'processing' });
    line.mode = 'pass';
    expect(await server.finish(person, body.id)).toMatchObject({ status: 'completed', refunded: 0 });
    expect(await server.credits(person)).toBe(1800);
  } finally {
    await worker.close();
  }
});

test('a picture that is drawn while the store is away is kept once it is back, and not drawn again', async () => {
  const person = await server.signUp();
  await server.work();
  const gate = server.engine.hold();
  const { body } = await server.order(person);
  await gate.reached;
  cut();
  const refused = line.refused;
  gate.release();
  // More than the store's own client tries.
  await expect.poll(() => line.refused - refused, POLL).toBeGreaterThan(12);
  line.mode = 'pass';
  expect(await server.finish(person, body.id)).toMatchObject({ status: 'completed', refunded: 0 });
  expect(server.engine.runs.length).toBe(1);
  expect(await server.credits(person)).toBe(1800);
});
