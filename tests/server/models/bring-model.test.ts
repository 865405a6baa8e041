import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ContentHash } from '../../../src/contract/ids.ts';
import type { Transaction } from '../../../src/server/db/database.ts';
import { type ArrivalDeps, bringModel } from '../../../src/server/models/bring-model.ts';
import { recordFile } from '../../../src/server/storage/store-file.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const openDesk = (): ArrivalDeps => ({
  db: server.deps.database.db,
  storage: server.deps.services.storage,
  arriving: new Map(),
});
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
  const call = bringModel(desk, async (hold) => {
    const file = await desk.storage.put(bytes);
    hold(file);
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
