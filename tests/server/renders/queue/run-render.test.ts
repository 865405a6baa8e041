import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { z } from 'zod';
import { AppError } from '../../../../src/contract/failure.ts';
import type { LedgerEntryBody } from '../../../../src/contract/http/credits.ts';
import { isDatabaseAway } from '../../../../src/server/db/is-database-away.ts';
import { ledger, wallets } from '../../../../src/server/db/schema/money.ts';
import { renders } from '../../../../src/server/db/schema/renders.ts';
import { findUnsettled } from '../../../../src/server/operators/check/find-unsettled.ts';
import { createComfyHttp } from '../../../../src/server/renders/engines/comfyui/fleet/comfy-http.ts';
import { readServerAddress } from '../../../../src/server/renders/engines/comfyui/fleet/server-address.ts';
import type { ServerFault } from '../../../../src/server/renders/engines/comfyui/fleet/server-fault.ts';
import { PartFault } from '../../../../src/server/renders/engines/comfyui/job/draw-part.ts';
import { TIMING } from '../../../../src/server/renders/engines/comfyui/job/timing.ts';
import { AttemptEnded, EngineDied } from '../../../../src/server/renders/engines/engine.ts';
import { countStrike } from '../../../../src/server/renders/queue/count-strikes.ts';
import { openQueue } from '../../../../src/server/renders/queue/queue.ts';
import { runRender } from '../../../../src/server/renders/queue/run-render.ts';
import { startWorker } from '../../../../src/server/renders/queue/start-worker.ts';
import { startFakeComfy } from '../../../support/fake-comfyui/start-fake-comfy.ts';
import { type RenderServer, startRenderServer } from '../../../support/render-server.ts';
import type { Person } from '../../../support/server.ts';

let server: RenderServer;
beforeAll(async () => {
  server = await startRenderServer();
});
afterEach(() => {
  server.engine.failure = null;
  server.engine.warnings = [];
});
afterAll(() => server.stop());

type Entry = z.infer<typeof LedgerEntryBody>;
const movements = async (person: Person) => {
  const entries = await server.get<Entry[]>(person, '/api/credits/ledger/');
  return entries.reverse().map(({ kind, amount }) => `${kind} ${amount}`);
};

test('an engine that fails gives every credit back and says why', async () => {
  const person = await server.signUp();
  server.engine.failure = new AppError({
    code: 'model-too-complex',
    reason: 'triangles',
    details: 'too many triangles',
  });
  const { body } = await server.order(person, { batch_size: 2 });
  const messages = await server.follow(person, body.id);
  expect(messages.at(-1)).toMatchObject({
    type: 'render_completed',
    status: 'error',
    error: 'model-too-complex',
    refunded: 400,
    image_urls: [],
    featured_image: null,
  });
  expect(await server.credits(person)).toBe(2000);
  expect(await movements(person)).toEqual(['signup 2000', 'reserve -400', 'refund 400']);
});

test('a bug in the engine is a failure of the engine, not of the worker', async () => {
  const person = await server.signUp();
  server.engine.failure = new TypeError('x is not a function');
  const { body } = await server.order(person);
  expect(await server.finish(person, body.id)).toMatchObject({
    status: 'error',
    error_code: 'engine-failed',
  });
  server.engine.failure = null;
  const next = await server.order(person);
  expect(await server.finish(person, next.body.id)).toMatchObject({ status: 'completed' });
});

test('what an engine warns of stands with the render, once, also after another attempt', async () => {
  const person = await server.signUp();
  const missing = { kind: 'unreadable-image', name: 'label "ü".png' } as const;
  server.engine.warnings = [missing, missing, { kind: 'unreadable-image', name: '' }];
  server.engine.failure = new EngineDied('killed');
  const runs = server.engine.runs.length;
  const { body } = await server.order(person);
  await expect.poll(() => server.engine.runs.length).toBe(runs + 1);
  server.engine.failure = null;
  expect(await server.finish(person, body.id)).toMatchObject({
    status: 'completed',
    warnings: [missing, { kind: 'unreadable-image', name: '' }],
  });

  server.engine.warnings = Array.from({ length: 50 }, (_, i) => ({ ...missing, name: `${i}.png` }));
  const many = await server.order(person);
  const told = await server.finish(person, many.body.id);
  expect(told.warnings.map(({ name }) => name)).toEqual(Array.from({ length: 20 }, (_, i) => `${i}.png`));
});

test('cancelling a running order stops the engine, keeps what is finished, gives back the rest', async () => {
  const person = await server.signUp();
  const gate = server.engine.hold(1);
  const { body } = await server.order(person, { batch_size: 3, quality: 'draft' });
  expect(body.price).toBe(300);
  await gate.reached;
  const abortedBefore = server.engine.aborted;
  const following = server.follow(person, body.id);
  const cancelled = await server.post(person, `/api/render/${body.id}/cancel/`);
  expect(cancelled).toEqual({ status: 200, body: { status: 'cancelled', refunded: 200, credits: 1900 } });
  expect((await following).at(-1)).toMatchObject({ status: 'cancelled', refunded: 200 });
  const render = await server.finish(person, body.id);
  expect(render.output_images.map((image) => image.batch_index)).toEqual([0]);

  // The engine is told after the person.
  await expect.poll(() => server.engine.aborted).toBe(abortedBefore + 1);
  gate.release();
  const next = await server.order(person);
  await server.finish(person, next.body.id);
  expect(await server.post(person, `/api/render/${body.id}/cancel/`)).toEqual({
    status: 200,
    body: { status: 'cancelled', refunded: 200, credits: 1700 },
  });
  expect(await server.post(person, `/api/render/${next.body.id}/cancel/`)).toMatchObject({
    status: 409,
    body: { code: 'render-finished' },
  });
});

test('cancelling a waiting order gives everything back and it never runs', async () => {
  const person = await server.signUp();
  const gate = server.engine.hold();
  const running = await server.order(person);
  await gate.reached;
  const waiting = await server.order(person);
  const cancelled = await server.post(person, `/api/render/${waiting.body.id}/cancel/`);
  expect(cancelled.body).toEqual({ status: 'cancelled', refunded: 200, credits: 1800 });
  const runs = server.engine.runs.length;
  gate.release();
  await server.finish(person, running.body.id);
  const last = await server.order(person);
  await server.finish(person, last.body.id);
  expect(server.engine.runs.length).toBe(runs + 1);
});

test('orders run one at a time, oldest first, and the queue tells their places', async () => {
  const person = await server.signUp();
  const gate = server.engine.hold();
  const first = await server.order(person, { positive_prompt: 'first' });
  await gate.reached;
  const second = await server.order(person, { positive_prompt: 'second' });
  const third = await server.order(person, { positive_prompt: 'third' });
  expect([second.body.queue_position, third.body.queue_position]).toEqual([1, 2]);
  let following: ReturnType<typeof server.follow> | undefined;
  await new Promise<void>((resolve) => {
    following = server.follow(person, third.body.id, () => resolve());
  });
  gate.release();
  const places = ((await following) ?? []).flatMap((message) =>
    message.type === 'queue_status' ? [message.queue_position] : [],
  );
  expect(places[0]).toBe(2);
  expect(places).toEqual([...places].sort((a, b) => b - a));
  await server.finish(person, first.body.id);
  const prompts = server.engine.runs.slice(-3).map((recipe) => recipe.positivePrompt);
  expect(prompts).toEqual(['first', 'second', 'third']);
});

test('a worker that stops leaves its order to the next one, which does not pay twice', async () => {
  const own = await startRenderServer({ isWorking: false });
  try {
    const person = await own.signUp();
    const gate = own.engine.hold(1);
    const { body } = await own.order(person, { batch_size: 2 });
    const worker = await own.work();
    await gate.reached;
    await worker.close();
    const left = await own.get<{ status: string }>(person, `/api/render/${body.id}/`);
    expect(left.status).toBe('processing');
    expect(own.engine.aborted).toBe(1);

    gate.release();
    const { database, services, logger } = own.deps;
    const queue = await openQueue(database.connection, 'worker', (error) => expect.fail(error.message));
    const second = await startWorker({ ...services, queue, db: database.db, logger });
    const render = await own.finish(person, body.id);
    expect(render).toMatchObject({ status: 'completed', refunded: 0 });
    expect(render.output_images).toHaveLength(2);
    const entries = await own.get<Entry[]>(person, '/api/credits/ledger/');
    expect(entries.map(({ kind }) => kind)).toEqual(['capture', 'capture', 'reserve', 'signup']);
    await second.close();
    await queue.close();
  } finally {
    await own.stop();
  }
});

test('late output of an attempt that was given up changes nothing', async () => {
  const person = await server.signUp();
  const gate = server.engine.hold();
  const { body } = await server.order(person);
  await gate.reached;
  const { db } = server.deps.database;
  await db.update(renders).set({ attempt: 99 }).where(eq(renders.id, body.id));
  gate.release();
  const next = await server.order(person);
  await server.finish(person, next.body.id);
  const render = await server.get<{ status: string; output_images: [] }>(person, `/api/render/${body.id}/`);
  expect(render).toMatchObject({ status: 'processing', output_images: [] });
  const captured = await db.select().from(ledger).where(eq(ledger.renderId, body.id));
  expect(captured.map(({ kind }) => kind)).toEqual(['reserve']);
});

test('a worker whose order was given to another one hears that it goes on there', async () => {
  const own = await startRenderServer({ isWorking: false });
  const { connection, db } = own.deps.database;
  const queue = await openQueue(connection, 'worker', (error) => expect.fail(error.message));
  try {
    await own.order(await own.signUp());
    const taken: AbortSignal[] = [];
    const run = (_id: number, signal: AbortSignal): Promise<void> => {
      taken.push(signal);
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
    };
    await queue.work('studio', run).resize(1);
    await expect.poll(() => taken.length, { timeout: 20_000 }).toBe(1);
    await db.execute(sql`update pgboss.job set state = 'cancelled' where name = 'render'`);
    await expect.poll(() => taken[0]?.reason, { timeout: 20_000 }).toBeInstanceOf(AttemptEnded);
  } finally {
    await queue.stopWork();
    await queue.close();
    await own.stop();
  }
});

test('a full disk ends the order and gives the credits back', async () => {
  const person = await server.signUp();
  const gate = server.engine.hold();
  const { body } = await server.order(person);
  await gate.reached;
  const { storage } = server.deps.services;
  const put = vi.spyOn(storage, 'put').mockRejectedValue(new AppError({ code: 'storage-full' }));
  gate.release();
  const render = await server.finish(person, body.id);
  put.mockRestore();
  expect(render).toMatchObject({ status: 'error', error_code: 'storage-full', refunded: 200 });
  expect(await server.credits(person)).toBe(2000);
});

test('an engine that gives no sign of life has failed', async () => {
  const own = await startRenderServer({ isWorking: false });
  try {
    const person = await own.signUp();
    own.engine.hold();
    const { body } = await own.order(person);
    const { services, database, logger } = own.deps;
    const said = vi.spyOn(logger, 'warn');
    const worker = await startWorker({ ...services, db: database.db, logger, stallMs: 200 });
    expect(await own.finish(person, body.id)).toMatchObject({
      status: 'error',
      error_code: 'engine-failed',
      refunded: 200,
    });
    // Whoever looks after the server hears of it.
    await expect
      .poll(() => said.mock.calls)
      .toContainEqual([
        expect.objectContaining({ renderId: body.id, code: 'engine-failed', engine: 'studio' }),
        'an order has failed',
      ]);
    await expect.poll(() => own.engine.aborted).toBe(1);
    await worker.close();
  } finally {
    await own.stop();
  }
});

test('an engine that dies under an order is started again; one that dies twice at the same point ends it in words', async () => {
  const person = await server.signUp();
  server.engine.failure = new EngineDied('killed');
  const ended = await server.order(person);
  expect(await server.finish(person, ended.body.id)).toMatchObject({
    status: 'error',
    error_code: 'engine-failed',
    refunded: 200,
  });
  const [row] = await server.deps.database.db.select().from(renders).where(eq(renders.id, ended.body.id));
  expect(row).toMatchObject({ attempt: 2, errorDetail: 'Error: killed' });

  server.engine.failure = new EngineDied('killed');
  const runs = server.engine.runs.length;
  const saved = await server.order(person);
  await expect.poll(() => server.engine.runs.length, { timeout: 30_000 }).toBe(runs + 1);
  server.engine.failure = null;
  expect(await server.finish(person, saved.body.id)).toMatchObject({ status: 'completed' });
  expect(await server.credits(person)).toBe(1800);
});

test('a server of others that refuses the connection is no database that is away: the order ends and is given back', async () => {
  const gone = await startFakeComfy();
  await gone.kill();
  const http = createComfyHttp(readServerAddress(gone.url, {}), TIMING);
  const refused = await http.queue(new AbortController().signal).then(
    () => expect.fail('somebody listens'),
    (error: ServerFault) => error,
  );
  const person = await server.signUp();
  server.engine.failure = new AppError(
    { code: 'engine-lost' },
    { cause: new PartFault(refused, false, null) },
  );
  const runs = server.engine.runs.length;
  const { body } = await server.order(person);
  expect(await server.finish(person, body.id)).toMatchObject({ status: 'error', error_code: 'engine-lost' });
  expect(server.engine.runs.length).toBe(runs + 1);
  expect(await server.credits(person)).toBe(2000);
});

test('a database that hangs under an order does not end it: another attempt makes its pictures', async () => {
  const person = await server.signUp();
  const slow = server.deps.database.db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = '20ms'`);
    await tx.execute(sql`select pg_sleep(5)`);
  });
  const hung = await slow.then(
    () => null,
    (error: Error) => error,
  );
  expect(isDatabaseAway(hung)).toBe(true);
  server.engine.failure = hung;
  const runs = server.engine.runs.length;
  const { body } = await server.order(person);
  await expect.poll(() => server.engine.runs.length).toBeGreaterThan(runs);
  server.engine.failure = null;
  expect(await server.finish(person, body.id)).toMatchObject({ status: 'completed' });
});

test('ends without a word do not count while they are at different points, and end the order at the tenth at one', () => {
  const start = { strikes: 0, strikeProgress: null as number | null };
  let row = start;
  for (const attemptProgress of [0, 12, 40, 12, 0, 40, 3, 55, 70, 20, 33, 80]) {
    const { isOver, ...counted } = countStrike({ ...row, attemptProgress }, 'vanished');
    expect(isOver).toBe(false);
    row = counted;
  }
  const ends: boolean[] = [];
  row = start;
  for (let attempt = 1; attempt <= 10; attempt++) {
    const { isOver, ...counted } = countStrike({ ...row, attemptProgress: 40.3 }, 'vanished');
    ends.push(isOver);
    row = counted;
  }
  expect(ends).toEqual([...Array(9).fill(false), true]);
});

test('an order the queue has given up is ended and refunded by the next worker', async () => {
  const own = await startRenderServer({ isWorking: false });
  try {
    const person = await own.signUp();
    const { body } = await own.order(person);
    const { db } = own.deps.database;
    const earlier = new Date(Date.now() - 3_600_000);
    await db.update(renders).set({ status: 'processing', createdAt: earlier }).where(eq(renders.id, body.id));
    await db.execute(sql`update pgboss.job set state = 'failed'`);
    await own.work();
    expect(await own.finish(person, body.id)).toMatchObject({
      status: 'error',
      error_code: 'engine-failed',
      refunded: 200,
    });
    expect(await own.credits(person)).toBe(2000);
  } finally {
    await own.stop();
  }
});

test('a dead order of an account with less set aside than it cost ends all the same, and invents no credits', async () => {
  const own = await startRenderServer({ isWorking: false });
  try {
    const person = await own.signUp();
    const { body } = await own.order(person);
    const after = await own.order(await own.signUp());
    const { db } = own.deps.database;
    await db.update(wallets).set({ reserved: 150 }).where(eq(wallets.userId, person.session.user.id));
    const earlier = new Date(Date.now() - 3_600_000);
    await db.update(renders).set({ status: 'processing', createdAt: earlier });
    await db.execute(sql`update pgboss.job set state = 'failed'`);
    await own.work();
    expect(await own.finish(person, body.id)).toMatchObject({ status: 'error', refunded: 0 });
    expect(await own.credits(person)).toBe(1800);
    const [other] = await db.select().from(renders).where(eq(renders.id, after.body.id));
    expect(other).toMatchObject({ status: 'error', refunded: 200 });
    // And who looks after the server hears of it.
    expect((await findUnsettled(db)).map(({ renderId, amount }) => [renderId, amount])).toEqual([
      [body.id, 200],
    ]);
  } finally {
    await own.stop();
  }
});

test('credits of a person are what their ledger adds up to, whatever happened', async () => {
  const person = await server.signUp();
  const done = await server.order(person, { batch_size: 3, quality: 'draft' });
  await server.finish(person, done.body.id);
  server.engine.failure = new Error('broken');
  const failed = await server.order(person);
  await server.finish(person, failed.body.id);
  expect(await movements(person)).toEqual([
    'signup 2000',
    'reserve -300',
    'capture 0',
    'capture 0',
    'capture 0',
    'reserve -200',
    'refund 200',
  ]);
  expect(await server.credits(person)).toBe(1700);
});

test('a disk that never answers while an image is kept ends the attempt, and the next one keeps it', async () => {
  const own = await startRenderServer({ isWorking: false });
  try {
    const person = await own.signUp();
    const { body } = await own.order(person);
    const { database, services, logger } = own.deps;
    const put = () => new Promise<never>(() => {});
    const storage = { ...services.storage, open: services.storage.open, put };
    const shop = { ...services, db: database.db, logger, storage, saveMs: 50 };
    await expect(runRender(shop, body.id, new AbortController().signal)).rejects.toThrow('not kept');
    await own.work();
    expect(await own.finish(person, body.id)).toMatchObject({ status: 'completed' });
    expect(await own.credits(person)).toBe(1800);
  } finally {
    await own.stop();
  }
});

test('a render that was taken up again took the whole of its time', async () => {
  const person = await server.signUp();
  const gate = server.engine.hold();
  const { body } = await server.order(person);
  await gate.reached;
  const { database, services, logger } = server.deps;
  const { db } = database;
  await db.update(renders).set({ startedAt: sql`now() - interval '1 hour'` }).where(eq(renders.id, body.id));
  const runs = server.engine.runs.length;
  const taken = runRender({ ...services, db, logger }, body.id, new AbortController().signal);
  await vi.waitFor(() => expect(server.engine.runs.length).toBe(runs + 1), { timeout: 10_000 });
  gate.release();
  await taken;
  const render = await server.finish(person, body.id);
  expect(render).toMatchObject({ status: 'completed' });
  expect(render.duration_seconds).toBeGreaterThanOrEqual(3_600);
});
