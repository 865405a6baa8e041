import { rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ContentHash } from '../../../src/contract/ids.ts';
import { files } from '../../../src/server/db/schema/files.ts';
import { projects } from '../../../src/server/db/schema/projects.ts';
import { checkEveryFile } from '../../../src/server/storage/check-every-file.ts';
import { checkFiles } from '../../../src/server/storage/check-files.ts';
import { recordFile } from '../../../src/server/storage/store-file.ts';
import { type RenderServer, startRenderServer } from '../../support/render-server.ts';
import type { Person } from '../../support/server.ts';
import { makeStaff } from '../../support/staff.ts';
import { storeFile } from '../../support/store-file.ts';

let server: RenderServer;
beforeAll(async () => {
  server = await startRenderServer();
});
afterAll(() => server.stop());

const store = () => ({ db: server.deps.database.db, storage: server.deps.services.storage });
const placeOf = (hash: string) =>
  join(server.deps.config.dataDir, 'files', hash.slice(0, 2), hash.slice(2, 4), hash);
const LARGE = 2 * 1024 ** 2;
let filled = 0;
/** A stored file, and its bytes, which no other has. */
async function keep(sizeBytes: number): Promise<{ hash: ContentHash; bytes: Uint8Array }> {
  filled += 1;
  const bytes = new Uint8Array(sizeBytes).fill(filled);
  const { hash } = await storeFile(store(), bytes, { contentType: 'image/png' });
  return { hash, bytes };
}
const read = (hash: ContentHash, headers: Record<string, string> = {}) =>
  fetch(server.url + server.deps.services.urls.of('').sign(hash, 'all'), { headers });
const damageOf = async (hash: ContentHash) => {
  const [row] = await store().db.select().from(files).where(eq(files.hash, hash));
  return row?.damage;
};
async function check(): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  const now = new Date();
  await checkFiles(store(), {
    before: now,
    damagedBefore: now,
    bytesPerSecond: Number.POSITIVE_INFINITY,
    signal: new AbortController().signal,
    onFile: (hash, damage) => {
      found[hash] = damage;
    },
  });
  return found;
}

const HARMS = {
  'is cut short': async (hash: string) => truncate(placeOf(hash), 100),
  'has one other byte': async (hash: string, bytes: Uint8Array) =>
    writeFile(placeOf(hash), bytes.with(bytes.length - 1, 255)),
  'is gone': async (hash: string) => rm(placeOf(hash)),
};

for (const [what, harm] of Object.entries(HARMS)) {
  for (const sizeBytes of [1000, LARGE]) {
    test(`a file of ${sizeBytes} bytes that ${what} is never served whole nor kept, and the same bytes mend it`, async () => {
      const { hash, bytes } = await keep(sizeBytes);
      expect((await read(hash)).headers.get('cache-control')).toContain('immutable');
      await harm(hash, bytes);

      const answer = await read(hash).catch(() => null);
      const isWhole = answer?.ok === true && (await answer.arrayBuffer().catch(() => null)) !== null;
      expect(isWhole).toBe(false);
      const next = await read(hash);
      expect(next.status).toBe(410);
      expect(next.headers.get('cache-control')).toBe('no-store');
      expect(await next.json()).toMatchObject({ code: 'file-damaged' });
      expect(await damageOf(hash)).toBe(what === 'is gone' ? 'missing' : 'changed');
      expect((await read(hash, { range: 'bytes=0-9' })).status).toBe(410);

      await recordFile(store().db, await store().storage.put(bytes), { contentType: 'image/png' });
      expect(Buffer.from(await (await read(hash)).arrayBuffer()).equals(bytes)).toBe(true);
    });
  }
}

test('a part of a file is asked for again each time: only the whole can be compared with its hash', async () => {
  const { hash } = await keep(1000);
  expect((await read(hash, { range: 'bytes=0-9' })).headers.get('cache-control')).toBe('private, no-cache');
});

test('a check finds what nobody has asked for, looks at each file once, and sees when the disk is back', async () => {
  const [changed, gone, whole] = [await keep(1000), await keep(1000), await keep(1000)];
  await HARMS['has one other byte'](changed.hash, changed.bytes);
  await HARMS['is gone'](gone.hash);
  expect(await check()).toMatchObject({
    [changed.hash]: 'changed',
    [gone.hash]: 'missing',
    [whole.hash]: null,
  });

  await writeFile(placeOf(gone.hash), gone.bytes);
  const seen = await check();
  expect(seen).toMatchObject({ [changed.hash]: 'changed', [gone.hash]: null });
  const counted = Object.keys(seen).length;
  expect(counted).toBe((await store().db.select().from(files)).length);
  await store().db.delete(files).where(eq(files.hash, changed.hash));
});

test('a check of all files looks at those as well that a server beside it has just looked at', async () => {
  const [known, found, whole] = [await keep(1000), await keep(1000), await keep(1000)];
  for (const { hash, bytes } of [known, found]) await HARMS['has one other byte'](hash, bytes);
  const later = new Date(Date.now() + 60_000);
  const note = (hash: ContentHash, damage: 'changed' | null) =>
    store().db.update(files).set({ damage, checkedAt: later }).where(eq(files.hash, hash));
  await note(known.hash, 'changed');
  // Taken by the server, which has not come to them.
  for (const { hash } of [found, whole]) await note(hash, null);
  const { signal } = new AbortController();
  const before = await store().db.select().from(files);
  const all = await checkEveryFile(store(), signal);
  expect([...all.lost].sort()).toEqual([known.hash, found.hash].sort());
  expect(all.whole).toBe(before.length - 2);
  for (const { hash } of [known, found]) await store().db.delete(files).where(eq(files.hash, hash));
});

/** Harms the model of the person's project, and gives its bytes. */
async function harmModel(person: Person): Promise<{ hash: ContentHash; mend(): Promise<void> }> {
  const { db, storage } = store();
  const [project] = await db.select().from(projects).where(eq(projects.userId, person.session.user.id));
  const hash = ContentHash.parse(project?.modelHash);
  const chunks: Buffer[] = [];
  for await (const chunk of await storage.open(hash)) chunks.push(chunk as Buffer);
  const bytes = new Uint8Array(Buffer.concat(chunks));
  await HARMS['has one other byte'](hash, bytes);
  return {
    hash,
    mend: async () => recordFile(db, await storage.put(bytes), { contentType: 'model/gltf-binary' }),
  };
}

test('an order whose model is damaged ends in words, gives everything back, and staff see the file and its owner', async () => {
  const person = await makeStaff(server);
  const model = await harmModel(person);
  const { body } = await server.order(person);
  expect(await server.finish(person, body.id)).toMatchObject({ status: 'error', error_code: 'file-damaged' });
  expect(await server.credits(person)).toBe(2000);
  const alarms = await server.get<{ results: object[] }>(person, '/api/staff/alarms/');
  expect(alarms.results).toContainEqual({
    kind: 'file-damaged',
    key: `file:${model.hash}`,
    hash: model.hash,
    damage: 'changed',
    is_model: true,
    name: expect.any(String),
    user: expect.objectContaining({ email: expect.any(String) }),
    at: expect.any(String),
  });

  // By now it is known: the next order is refused before it waits for anything.
  expect(await server.order(person)).toMatchObject({ status: 410, body: { code: 'file-damaged' } });
  await model.mend();
  const after = await server.get<{ results: object[] }>(person, '/api/staff/alarms/');
  expect(after.results).toEqual([]);
  const again = await server.order(person);
  expect(await server.finish(person, again.body.id)).toMatchObject({ status: 'completed' });
});
