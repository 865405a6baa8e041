import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLogger } from '../../src/server/process/create-logger.ts';
import { bundle } from '../support/bundle.ts';
import { HELD_PREVIEW_PX, HELD_RENDER_PX, type Hold, holdPictures } from '../support/hold-pictures.ts';
import { picture, type RenderServer, startRenderServer } from '../support/render-server.ts';
import type { Person } from '../support/server.ts';

/** As many processes as work on pictures. */
const PROCESSES = Math.min(2, availableParallelism());

let server: RenderServer;
let hold: Hold;
let lines: { msg?: string; note?: string }[];
beforeAll(async () => {
  const workersDir = await bundle('held-pictures', {
    'picture-process': 'tests/support/held-pictures.ts',
    'model-worker': 'src/server/models/model-worker.ts',
  });
  lines = [];
  const log = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  server = await startRenderServer({ config: { workersDir }, logger: createLogger('warn', log) });
});
beforeEach(async () => {
  server.asked.length = 0;
  hold = await holdPictures();
});
afterEach(() => hold.close());
afterAll(() => server.stop());

/** A busy machine takes its time. */
const until = <Value>(read: () => Value) => expect.poll(read);
const countAsked = (name: string) => server.asked.filter((one) => one === `pictures.${name}`).length;
const isBegun = (tag: string) => until(() => hold.begun).toContain(tag);
const incoming = async () => (await readdir(join(server.deps.config.dataDir, 'incoming'))).length;
const held = async (tag: string, sizePx = 64) => hold.mark(await picture('#336699', sizePx, sizePx), tag);

/** Uploads a picture that is held under a name; goes on once the processes are asked for it. */
async function upload(person: Person, tag: string) {
  const before = countAsked('prepareTexture');
  const form = new FormData();
  form.set('picture', await held(tag), 'picture.png');
  const caller = new AbortController();
  const { signal } = caller;
  const init = { method: 'POST', headers: person.headers, body: form, signal };
  const sent = fetch(`${server.url}/api/picture/`, init).then(({ status }) => status);
  sent.catch(() => {});
  await until(() => countAsked('prepareTexture')).toBe(before + 1);
  return { sent, leave: () => caller.abort() };
}

/** Holds every process: one with the picture of an order, a second with an upload. */
async function holdAll(person: Person) {
  const answer = server.order(person, { viewer_snapshot: await held('first') });
  await isBegun('first');
  if (PROCESSES === 1) return { answer, upload: null };
  const { sent } = await upload(person, 'second');
  await isBegun('second');
  return { answer, upload: sent };
}

test('a finished render is kept first; orders and uploads follow by turns, and so do people', async () => {
  const people = [];
  for (const name of ['Ada', 'Bea', 'Cy', 'Dan']) people.push(await server.signUp(name));
  const [ada, bea, cy, dan] = people as [Person, Person, Person, Person];
  const gate = server.engine.hold();
  const size = {
    width: HELD_RENDER_PX,
    height: HELD_RENDER_PX,
    viewer_snapshot: await picture('#808080', HELD_RENDER_PX, HELD_RENDER_PX),
  };
  const render = await server.order(ada, { ...size, fix_seed: 'true', seed: hold.port });
  await gate.reached;
  const busy = await holdAll(bea);

  const uploads = [await upload(cy, 'cy1'), await upload(cy, 'cy2'), await upload(dan, 'dan')];
  const before = countAsked('inspectImage');
  const order = server.order(dan, { viewer_snapshot: await held('order') });
  await until(() => countAsked('inspectImage')).toBe(before + 1);
  gate.release();
  await until(() => countAsked('encodeRender')).toBe(1);

  hold.release('first');
  await until(() => hold.begun.length).toBe(PROCESSES + 1);
  expect(hold.begun.at(-1)).toBe('encodeRender');
  // One process goes on; each piece of work that it takes is seen before it is let go.
  hold.release(PROCESSES === 1 ? 'encodeRender' : 'second');
  for (let count = PROCESSES + 2; count <= PROCESSES + 5; count++) {
    await until(() => hold.begun.length).toBe(count);
    hold.release(hold.begun.at(-1) ?? '');
  }
  const turns = hold.begun.slice(PROCESSES + 1);
  expect(turns.indexOf('order')).toBeLessThan(2);
  expect(turns.filter((tag) => tag !== 'order')).toEqual(['cy1', 'dan', 'cy2']);
  if (PROCESSES > 1) hold.release('encodeRender');
  expect(await server.finish(ada, render.body.id)).toMatchObject({ status: 'completed' });
  const kept = [await busy.answer, await order];
  expect(kept.map(({ status }) => status)).toEqual([202, 202]);
  for (const [index, { body }] of kept.entries())
    expect(await server.finish([bea, dan][index]!, body.id)).toMatchObject({ status: 'completed' });
  if (busy.upload !== null) expect(await busy.upload).toBe(201);
  expect(await Promise.all(uploads.map(({ sent }) => sent))).toEqual([201, 201, 201]);
});

test('an upload whose sender has gone is not worked on, and what was begun for nobody holds up no other', async () => {
  const person = await server.signUp();
  const first = await upload(person, 'first');
  await isBegun('first');
  const second = await upload(person, 'second');
  const third = await upload(person, 'third');
  second.leave();
  await until(incoming).toBe(2);
  // Nobody lets go of the first: its process is ended.
  first.leave();
  await until(incoming).toBe(1);
  await isBegun('third');
  hold.release('third');
  expect(await third.sent).toBe(201);
  expect(hold.begun).toEqual(['first', 'third']);
});

test('an order whose sender has gone is dropped with all of its pictures, and its key is free', async () => {
  const person = await server.signUp();
  const key = randomUUID();
  const busy = await holdAll(person);
  const before = countAsked('inspectImage');
  const caller = new AbortController();
  const changes = { viewer_snapshot: await held('dropped'), depth: await held('depth') };
  const dropped = server.order(person, changes, key, caller.signal);
  dropped.catch(() => {});
  await until(() => countAsked('inspectImage')).toBe(before + 2);
  caller.abort();
  await until(() => server.deps.services.preparing.size).toBe(0);
  for (const tag of ['first', 'second'].slice(0, PROCESSES)) hold.release(tag);
  const kept = [await busy.answer, await server.order(person, {}, key)];
  expect(kept.map(({ status }) => status)).toEqual([202, 202]);
  if (busy.upload !== null) expect(await busy.upload).toBe(201);
  expect(hold.begun).toEqual(['first', 'second'].slice(0, PROCESSES));
  // The engine that the next test holds is not held at one of these.
  for (const { body } of kept)
    expect(await server.finish(person, body.id)).toMatchObject({ status: 'completed' });
});

test('a preview that is not drawn in time holds up no picture', async () => {
  const person = await server.signUp();
  const px = HELD_PREVIEW_PX;
  const size = { width: px, height: px, viewer_snapshot: await picture('#808080', px, px) };
  const gate = server.engine.hold();
  const { body } = await server.order(person, { ...size, fix_seed: 'true', seed: hold.port });
  await isBegun('encodePreview');
  gate.release();
  expect(await server.finish(person, body.id)).toMatchObject({ status: 'completed' });
});

test('the log says once what a process lacks, and nothing of callers who went', () => {
  expect(lines.map(({ msg, note }) => [msg, note])).toEqual([
    ['a process that works on pictures is less shut in than it could be', 'a test looks on'],
  ]);
});
