import { expect, vi } from 'vitest';
import { WAITING_NODE } from '../../../../../../src/contract/render-nodes.ts';
import { createAdvisoryLocks } from '../../../../../../src/server/db/advisory-locks.ts';
import { AttemptEnded } from '../../../../../../src/server/renders/engines/engine.ts';
import { eventsOf, makeSmallOrder, ready, stageTest as test } from '../../../../../support/comfy-engine.ts';
import type { FakeComfy } from '../../../../../support/fake-comfyui/start-fake-comfy.ts';
import { openTestDatabase } from '../../../../../support/test-database.ts';

const images = async (attempt: { ended: Promise<Parameters<typeof eventsOf>[0]> }) =>
  eventsOf(await attempt.ended, 'image').map(({ batchIndex }) => batchIndex);
const queued = async (fake: FakeComfy) =>
  (await fake.journal()).filter(({ kind }) => kind === 'queued').length;
const never = () => new AbortController().signal;
const PATIENCE = { timeout: 30_000 };

test('a worker is stopped: its job goes on, and the next attempt takes it over', async ({ stage }) => {
  const fake = await stage.fake({ holdAt: ['sample'] });
  const first = await stage.open([fake.url]);
  const recipe = await makeSmallOrder({ batchSize: 2 });
  const stopped = first.start(recipe);
  await fake.until({ kind: 'held' });
  stopped.abort(new AttemptEnded());
  await expect(stopped.ended).rejects.toMatchObject({ name: 'AbortError' });
  await first.engine.close();

  const second = await stage.open([fake.url]);
  const next = second.start(recipe, { handle: stopped.handles.at(-1) ?? null });
  // It hears of the job as the worker before would have.
  const { clientId } = await fake.until({ kind: 'socket-open' });
  await fake.until({ kind: 'socket-open', clientId }, 2);
  await fake.command({ do: 'release' });
  expect(await images(next)).toEqual([0, 1]);
  expect(await queued(fake)).toBe(1);
  expect(eventsOf(next.events, 'made')).toHaveLength(1);
  expect(eventsOf(next.events, 'progress').some(({ nodeId }) => nodeId === 'decode')).toBe(true);
});

test('a job that was taken over and is lost then is begun anew, under another id', async ({ stage }) => {
  const fake = await stage.fake({ holdAt: ['sample'] });
  const first = await stage.open([fake.url]);
  const recipe = await makeSmallOrder();
  const stopped = first.start(recipe);
  await fake.until({ kind: 'held' });
  stopped.abort(new AttemptEnded());
  await first.engine.close();
  const second = await stage.open([fake.url]);
  const next = second.start(recipe, { handle: stopped.handles.at(-1) ?? null });
  await second.seen(({ fleet }) => fleet!.servers().some(({ jobs }) => jobs.ours === 1));
  await fake.set({ holdAt: [] });
  await fake.command({ do: 'lose-jobs' });
  expect(await images(next)).toEqual([0]);
  expect(await queued(fake)).toBe(2);
  const ids = [stopped, next].map(({ handles }) => JSON.parse(handles.at(-1) ?? '')[0].promptId);
  expect(new Set(ids).size).toBe(2);
});

test('cancelled while it looks for its jobs, an order lets go of the servers that it has found', async ({
  stage,
}) => {
  const fakes = [await stage.fake({ holdAt: ['sample'] }), await stage.fake({ holdAt: ['sample'] })];
  const urls = fakes.map(({ url }) => url);
  const first = await stage.open(urls);
  await first.seen(ready(2));
  const recipe = await makeSmallOrder({ batchSize: 2 });
  const stopped = first.start(recipe);
  for (const fake of fakes) await fake.until({ kind: 'held' });
  stopped.abort(new AttemptEnded());
  await expect(stopped.ended).rejects.toMatchObject({ name: 'AbortError' });
  await first.engine.close();
  const handle = stopped.handles.at(-1) ?? '';
  const [, later] = (JSON.parse(handle) as { promptId: string }[]).map(({ promptId }) => promptId);
  const journals = await Promise.all(fakes.map((fake) => fake.journal()));
  const lost = journals.findIndex((journal) => JSON.stringify(journal).includes(later ?? ''));
  await fakes[lost]?.kill();
  const left = fakes[1 - lost];

  const second = await stage.open(urls, { timing: { returnMs: 600_000 } });
  const ours = () => second.engine.fleet?.servers().reduce((sum, { jobs }) => sum + jobs.ours, 0);
  await second.seen(() => ours() === 1);
  const next = second.start(recipe, { handle });
  // It looks for its job at once; who watches the server looks several times meanwhile.
  const looks = (await left?.journal())?.filter(
    (one) => one.kind === 'request' && one.route === 'GET /queue',
  );
  await left?.until({ kind: 'request', route: 'GET /queue' }, (looks?.length ?? 0) + 5);
  expect(ours()).toBe(1);
  next.abort();
  await expect(next.ended).rejects.toMatchObject({ name: 'AbortError' });
  // Nobody wants what it draws, either.
  await left?.until({ kind: 'interrupt' });
  await left?.command({ do: 'release' });
  await second.seen(() => ours() === 0);
});

test('a job that has ended while no worker was there is fetched, not drawn again', async ({ stage }) => {
  const fake = await stage.fake({ holdAt: ['sample'] });
  const first = await stage.open([fake.url]);
  const recipe = await makeSmallOrder();
  const stopped = first.start(recipe);
  await fake.until({ kind: 'held' });
  stopped.abort(new AttemptEnded());
  await first.engine.close();
  await fake.command({ do: 'release' });
  await fake.until({ kind: 'ended', how: 'success' });

  const second = await stage.open([fake.url]);
  expect(await images(second.start(recipe, { handle: stopped.handles.at(-1) ?? null }))).toEqual([0]);
  expect(await queued(fake)).toBe(1);
});

test('a handle of a job that nobody knows, or that is none, begins the order anew', async ({ stage }) => {
  const fake = await stage.fake();
  const comfy = await stage.open([fake.url]);
  await comfy.seen(ready(1));
  const job = {
    server: comfy.engine.fleet!.servers()[0]!.id,
    promptId: '4b0a6d66-3a5c-4a7e-9d55-0f5be3c2a111',
    clientId: 'somebody',
    first: 0,
    count: 1,
    graphHash: '0'.repeat(64),
  };
  for (const handle of [JSON.stringify([job]), '[{"server":1}]', 'no JSON']) {
    expect(await images(comfy.start(await makeSmallOrder(), { handle }))).toEqual([0]);
  }
});

test('images that are there are not made again, and the rest is what the whole batch would have given', async ({
  stage,
}) => {
  const fake = await stage.fake();
  const comfy = await stage.open([fake.url]);
  await comfy.seen(ready(1));
  const recipe = await makeSmallOrder({ batchSize: 3 });
  const whole = eventsOf(await comfy.start(recipe).ended, 'image');
  const rest = comfy.start(recipe, { finished: new Set([0]) });
  const images = eventsOf(await rest.ended, 'image');
  expect(images.map(({ batchIndex }) => batchIndex)).toEqual([1, 2]);
  for (const image of images) expect(image.rgba).toEqual(whole[image.batchIndex]?.rgba);
});

test('servers that would be idle share a batch; its images come in order', async ({ stage }) => {
  const slow = await stage.fake({ holdAt: ['sample'] });
  const quick = await stage.fake();
  const comfy = await stage.open([slow.url, quick.url]);
  await comfy.seen(ready(2));
  const attempt = comfy.start(await makeSmallOrder({ batchSize: 2 }));
  await slow.until({ kind: 'held' });
  await quick.until({ kind: 'ended', how: 'success' });
  expect(eventsOf(attempt.events, 'image')).toEqual([]);
  await slow.command({ do: 'release' });
  expect(await images(attempt)).toEqual([0, 1]);
  expect([await queued(slow), await queued(quick)]).toEqual([1, 1]);
  const made = eventsOf(attempt.events, 'made').map(({ provenance }) => provenance);
  expect(made.map(({ firstImage, images }) => [firstImage, images])).toEqual([
    [0, 1],
    [1, 1],
  ]);
});

test('one job of ours runs on a server and one waits, over all workers; the next waits here and says so', async ({
  stage,
}) => {
  const fake = await stage.fake({ holdAt: ['sample'] });
  const one = await stage.open([fake.url]);
  const other = await stage.open([fake.url]);
  await one.seen(ready(1));
  const running = [one.start(await makeSmallOrder()), one.start(await makeSmallOrder({ seed: '8' }))];
  await fake.until({ kind: 'queued' }, 2);
  await other.seen(({ fleet }) => fleet!.servers().some(({ jobs }) => jobs.ours === 2));
  const third = other.start(await makeSmallOrder({ seed: '9' }));
  await third.event('progress', ({ nodeId }) => nodeId === 'wait-for-server');
  expect(await queued(fake)).toBe(2);
  await fake.set({ holdAt: [] });
  await fake.command({ do: 'release' });
  for (const attempt of [...running, third]) expect(await images(attempt)).toEqual([0]);
});

test('jobs of others are counted, and another server is taken', async ({ stage }) => {
  const taken = await stage.fake();
  const free = await stage.fake();
  await taken.command({ do: 'add-foreign', numbers: [5, -6, 4] });
  const comfy = await stage.open([taken.url, free.url]);
  await comfy.seen(({ fleet }) => fleet!.servers().some(({ jobs }) => jobs.foreign === 3));
  await comfy.seen(ready(1));
  expect(await images(comfy.start(await makeSmallOrder()))).toEqual([0]);
  expect([await queued(taken), await queued(free)]).toEqual([0, 1]);
});

test('behind jobs of others an order says that it waits, and is drawn when its turn comes', async ({
  stage,
}) => {
  const fake = await stage.fake();
  await fake.command({ do: 'add-foreign', numbers: [-1] });
  const comfy = await stage.open([fake.url]);
  const attempt = comfy.start(await makeSmallOrder());
  await fake.until({ kind: 'queued' });
  await attempt.event('progress', ({ nodeId }) => nodeId === 'wait-for-server');
  await fake.command({ do: 'finish-foreign' });
  expect(await images(attempt)).toEqual([0]);
});

test('no server: the order says so at once and again, and begins when one comes', async ({ stage }) => {
  const gone = await stage.fake();
  await gone.kill();
  const comfy = await stage.open([gone.url], { timing: { signMs: 30 } });
  expect(comfy.engine.capacity()).toBe(1);
  const attempt = comfy.start(await makeSmallOrder());
  await attempt.event('progress');
  expect(attempt.events[0]).toEqual({ kind: 'progress', percent: 0, nodeId: 'wait-for-server' });
  await attempt.event('progress', (event) => attempt.events.indexOf(event) === 2);
  await stage.fake({ port: gone.port });
  expect(await images(attempt)).toEqual([0]);
});

test('what waits for a server can be cancelled', async ({ stage }) => {
  const gone = await stage.fake();
  await gone.kill();
  const comfy = await stage.open([gone.url]);
  const attempt = comfy.start(await makeSmallOrder());
  await attempt.event('progress');
  attempt.abort();
  await expect(attempt.ended).rejects.toMatchObject({ name: 'AbortError' });
});

test('the usual address is looked at without a word, until somebody is there', async ({ stage }) => {
  const gone = await stage.fake();
  await gone.kill();
  const logged: string[] = [];
  const comfy = await stage.open([gone.url], { isExpected: false, log: (message) => logged.push(message) });
  expect(comfy.engine.fleet!.servers()).toEqual([]);
  expect(comfy.engine.capacity()).toBe(0);
  const here = await stage.fake({ port: gone.port });
  await comfy.seen(ready(1));
  expect(comfy.engine.capacity()).toBe(2);
  expect(logged).toEqual([]);
  await here.kill();
  await comfy.seen(({ fleet }) => fleet!.servers().some(({ state }) => state === 'offline'));
  expect(comfy.engine.capacity()).toBe(1);
  expect(logged).toHaveLength(1);
});

test('headers go with every call and the socket, and are never told', async ({ stage }) => {
  const fake = await stage.fake({ wantsHeaders: { authorization: 'Bearer top secret' } });
  const address = fake.url.replace('//', '//somebody:password@');
  const stranger = await stage.open([address]);
  await stranger.seen(({ fleet }) => fleet!.servers().some(({ errors }) => errors.length > 0));
  const [refused] = stranger.engine.fleet!.servers();
  expect(refused).toMatchObject({ state: 'offline', errors: [{ detail: 'GET /system_stats: HTTP 401' }] });
  expect(JSON.stringify(refused)).not.toMatch(/somebody|password/);

  const comfy = await stage.open([fake.url], { headers: { authorization: 'Bearer top secret' } });
  const attempt = comfy.start(await makeSmallOrder());
  expect(await images(attempt)).toEqual([0]);
  await fake.until({ kind: 'socket-open' });
  expect(JSON.stringify([comfy.engine.fleet!.servers(), attempt.events.length])).not.toContain('secret');
  const seen = (await fake.journal()).flatMap((one) => (one.kind === 'request' ? [one.headers] : []));
  expect(seen.flatMap((headers) => Object.keys(headers))).not.toContain('origin');
});

test('a server that is too old is refused, with what it needs; one that can draw again is ready', async ({
  stage,
}) => {
  const fake = await stage.fake({ version: '0.3.40' });
  const comfy = await stage.open([fake.url]);
  await comfy.seen(({ fleet }) => fleet!.servers().some(({ state }) => state === 'refused'));
  const [server] = comfy.engine.fleet!.servers();
  expect(server).toMatchObject({ level: null, version: '0.3.40' });
  expect(server?.missing).toContainEqual(expect.objectContaining({ kind: 'version', isNeeded: true }));
  await fake.set({ version: '0.3.64' });
  await comfy.seen(ready(1));
});

test('a newer server: jobs, sockets that must prove themselves, and their pictures', async ({ stage }) => {
  const fake = await stage.fake({ version: '0.3.80', holdAt: ['sample'] });
  const comfy = await stage.open([fake.url]);
  const attempt = comfy.start(await makeSmallOrder());
  await fake.until({ kind: 'held' });
  await fake.command({ do: 'drop-sockets' });
  await fake.until({ kind: 'socket-open' }, 2);
  await fake.command({ do: 'release' });
  expect(await images(attempt)).toEqual([0]);
  expect(eventsOf(attempt.events, 'progress').some(({ nodeId }) => nodeId === 'decode')).toBe(true);
});

test('one press makes a tiny picture on a server, and leaves nothing there', async ({ stage }) => {
  const fake = await stage.fake();
  const comfy = await stage.open([fake.url]);
  await comfy.seen(ready(1));
  const { fleet } = comfy.engine;
  await fleet!.test(fleet!.servers()[0]!.id, never());
  await fake.until({ kind: 'ended', how: 'success' });
  await fake.until({ kind: 'request', route: 'POST /history' });
  await expect(fleet!.test('0000000000000000', never())).rejects.toMatchObject({
    failure: { code: 'engine-unavailable' },
  });
});

test('a test that fails says why', async ({ stage }) => {
  const fault = { node: 'CheckpointLoaderSimple', type: 'RuntimeError', message: 'broken file', times: 9 };
  const fake = await stage.fake({ nodeFaults: [fault] });
  const comfy = await stage.open([fake.url]);
  await comfy.seen(ready(1));
  const { fleet } = comfy.engine;
  await expect(fleet!.test(fleet!.servers()[0]!.id, never())).rejects.toMatchObject({
    failure: {
      code: 'engine-failed',
      reason: 'execution: CheckpointLoaderSimple: RuntimeError: broken file',
    },
  });
});

test('a job that is taken over from a worker that is gone has one of the places that all workers share', async ({
  stage,
}) => {
  const database = await openTestDatabase(false);
  const fake = await stage.fake({ holdAt: ['sample'] });
  const open = async () => {
    const locks = createAdvisoryLocks(database.connection);
    const claim = (id: string, places: number) =>
      locks.takeOne(Array.from({ length: places }, (_, place) => `comfyui ${id} ${place}`));
    const comfy = await stage.open([fake.url], { claim });
    await comfy.seen(({ fleet }) => fleet!.servers().some(({ level }) => level !== null));
    return { comfy, locks, claim: () => claim(comfy.engine.fleet!.servers()[0]!.id, 2) };
  };
  const first = await open();
  const recipe = await makeSmallOrder();
  const stopped = first.comfy.start(recipe);
  await fake.until({ kind: 'held' });
  stopped.abort(new AttemptEnded());
  await expect(stopped.ended).rejects.toMatchObject({ name: 'AbortError' });
  await first.comfy.engine.close();
  await first.locks.close();

  const [second, other] = [await open(), await open()];
  const next = second.comfy.start(recipe, { handle: stopped.handles.at(-1) ?? null });
  // One of both is left.
  await vi.waitFor(async () => expect(await other.claim()).not.toBeNull(), PATIENCE);
  const expectRoom = (isThere: boolean) =>
    vi.waitFor(async () => {
      const place = await other.claim();
      place?.();
      expect(place !== null).toBe(isThere);
    }, PATIENCE);
  await expectRoom(false);
  await fake.command({ do: 'release' });
  expect(await images(next)).toEqual([0]);
  await expectRoom(true);
  for (const { locks } of [second, other]) await locks.close();
  await database.close();
});

test('two workers that take orders at one moment give a server two jobs, not two each', async ({ stage }) => {
  const database = await openTestDatabase(false);
  const fake = await stage.fake({ holdAt: ['sample'] });
  const open = async () => {
    const locks = createAdvisoryLocks(database.connection);
    const claim = (id: string, places: number) =>
      locks.takeOne(Array.from({ length: places }, (_, place) => `comfyui ${id} ${place}`));
    // What the other has handed in is not seen for a second.
    const comfy = await stage.open([fake.url], { timing: { pollMs: 1_000 }, claim });
    await comfy.seen(ready(1));
    return { comfy, locks };
  };
  const workers = [await open(), await open()];
  const orders = await Promise.all(
    [...workers, ...workers].map(async ({ comfy }) => comfy.start(await makeSmallOrder())),
  );
  const waits = orders.map((order) => order.event('progress', ({ nodeId }) => nodeId === WAITING_NODE));
  // Whoever says so waits; the others have a place.
  await new Promise<void>((resolve) => {
    let waiting = 0;
    const note = () => {
      waiting += 1;
      if (waiting === 2) resolve();
    };
    for (const wait of waits) wait.then(note, () => {});
  });
  await fake.until({ kind: 'queued' }, 2);
  expect(await queued(fake)).toBe(2);
  await fake.set({ holdAt: [] });
  await fake.command({ do: 'release' });
  for (const order of orders) expect(await images(order)).toEqual([0]);
  expect(await queued(fake)).toBe(4);
  for (const { locks } of workers) await locks.close();
  await database.close();
});
