import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ContentHash } from '../../../src/contract/ids.ts';
import { type AdvisoryLocks, createAdvisoryLocks } from '../../../src/server/db/advisory-locks.ts';
import type { Transaction } from '../../../src/server/db/database.ts';
import { type ArrivalDeps, bringModel } from '../../../src/server/models/bring-model.ts';
import { recordFile } from '../../../src/server/storage/store-file.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
const opened: AdvisoryLocks[] = [];
afterAll(async () => {
  for (const locks of opened) await locks.close();
  await server.stop();
});

/** Each as of a process of its own. */
const openDesk = (): ArrivalDeps => {
  const { database, services } = server.deps;
  const locks = createAdvisoryLocks(database.connection);
  opened.push(locks);
  return { db: database.db, storage: services.storage, locks, arriving: new Map() };
};
const never = new AbortController().signal;
const makeBytes = (name: string) => new TextEncoder().encode(name);
const hashOf = (bytes: Uint8Array) => ContentHash.parse(createHash('sha256').update(bytes).digest('hex'));

/** A call that has stored its bytes and waits for what becomes of it. */
async function bring(desk: ArrivalDeps, bytes: Uint8Array) {
  let end = (_own: boolean): void => {};
  const ending = new Promise<boolean>((resolve) => {
    end = resolve;
  });
  let stored = (): void => {};
  const isStored = new Promise<void>((resolve) => {
    stored = resolve;
  });
  const call = bringModel(desk, never, async (hold) => {
    const file = await desk.storage.put(bytes);
    await hold(file);
    stored();
    if (!(await ending)) throw new DOMException('The caller left', 'AbortError');
    await desk.db.transaction((tx: Transaction) =>
      recordFile(tx, file, { contentType: 'model/gltf-binary' }),
    );
  }).then(
    () => 'owned',
    () => 'gone',
  );
  await isStored;
  return (own: boolean) => {
    end(own);
    return call;
  };
}

test('bytes that one caller leaves stay for the other who brings the same', async () => {
  const desk = openDesk();
  const bytes = makeBytes('twice');
  const [first, second] = [await bring(desk, bytes), await bring(desk, bytes)];
  expect(await first(false)).toBe('gone');
  expect(await desk.storage.size(hashOf(bytes))).toBe(bytes.byteLength);
  expect(await second(true)).toBe('owned');
  expect(await desk.storage.size(hashOf(bytes))).toBe(bytes.byteLength);
});

test('bytes are forgotten when the last who brings them fails, and never those of a file', async () => {
  const desk = openDesk();
  const bytes = makeBytes('never');
  const calls = [await bring(desk, bytes), await bring(desk, bytes), await bring(desk, bytes)];
  for (const call of calls) {
    expect(await desk.storage.size(hashOf(bytes))).toBe(bytes.byteLength);
    await call(false);
  }
  expect(await desk.storage.size(hashOf(bytes))).toBeNull();
  expect(desk.arriving.size).toBe(0);
  await (await bring(desk, bytes))(true);
  await (await bring(desk, bytes))(false);
  expect(await desk.storage.size(hashOf(bytes))).toBe(bytes.byteLength);
});

test('bytes that are refused in one process stay for a call of another that brings the same, and go with the last', async () => {
  const [here, there] = [openDesk(), openDesk()];
  const bytes = makeBytes('in two processes');
  const [kept, refused] = [await bring(here, bytes), await bring(there, bytes)];
  expect(await refused(false)).toBe('gone');
  expect(await here.storage.size(hashOf(bytes))).toBe(bytes.byteLength);
  expect(await kept(true)).toBe('owned');
  expect(await here.storage.size(hashOf(bytes))).toBe(bytes.byteLength);

  const others = makeBytes('in none of two');
  const [first, second] = [await bring(here, others), await bring(there, others)];
  expect([await first(false), await second(false)]).toEqual(['gone', 'gone']);
  expect(await here.storage.size(hashOf(others))).toBeNull();
});
