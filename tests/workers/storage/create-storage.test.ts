import { expect, test } from 'vitest';
import { AppError } from '../../../src/contract/failure.ts';
import type { ContentHash } from '../../../src/contract/ids.ts';
import { createStorage } from '../../../src/workers/storage/create-storage.ts';
import { createMemoryStore } from '../../../src/workers/storage/memory-store.ts';

const MODEL = 'a'.repeat(64) as ContentHash;
const BYTES = new Blob([new Uint8Array(1_000)]);

test('a store that is full keeps the files that it has', async () => {
  const files = createMemoryStore();
  await files.put(MODEL, BYTES);
  const full = () => Promise.reject(new AppError({ code: 'device-storage-full' }));
  const storage = createStorage([
    async () => ({ ...files, kind: 'opfs' as const, put: full }),
    async () => createMemoryStore(),
  ]);
  expect(await storage.kind()).toBe('opfs');
  expect((await storage.get(MODEL))?.size).toBe(1_000);
});

test('a store that refuses what is written to it, and has nothing, makes way for the next one', async () => {
  const refusing = {
    ...createMemoryStore(),
    kind: 'opfs' as const,
    put: () => Promise.reject(new Error('no')),
  };
  const storage = createStorage([
    () => Promise.reject(new Error('no such interface')),
    async () => refusing,
    async () => createMemoryStore(),
  ]);
  expect(await storage.kind()).toBe('memory');
});

test('a store that does not give back what it takes makes way, whatever other tabs try in it', async () => {
  const silent = {
    ...createMemoryStore(),
    kind: 'indexeddb' as const,
    get: () => Promise.reject(new Error('no')),
  };
  const open = () => createStorage([async () => silent, async () => createMemoryStore()]);
  expect(await open().kind()).toBe('memory');
  expect(await silent.list()).toEqual([]);
  const stuck = { ...silent, delete: () => Promise.reject(new Error('no')) };
  await createStorage([async () => stuck, async () => createMemoryStore()]).kind();
  expect(await silent.list()).toHaveLength(1);
  expect(await open().kind()).toBe('memory');
});

test('tabs that start together choose the same store', async () => {
  const files = createMemoryStore();
  // A name that is there is not written again, as in the private file system; and each step takes its time.
  const pause = () => new Promise((resolve) => setTimeout(resolve));
  const shared = {
    ...files,
    kind: 'opfs' as const,
    put: async (hash: ContentHash, bytes: Blob) => {
      if ((await files.get(hash)) === null) await files.put(hash, bytes);
      for (let turn = 0; turn < 6; turn += 1) await pause();
    },
    delete: async (hash: ContentHash) => {
      await pause();
      await files.delete(hash);
    },
  };
  const open = () => createStorage([async () => shared, async () => createMemoryStore()]);
  const first = open().kind();
  for (let turn = 0; turn < 5; turn += 1) await pause();
  const second = open();
  await first;
  expect(await second.kind()).toBe('opfs');
  expect(await files.list()).toEqual([]);
});
