import { afterEach, expect, test, vi } from 'vitest';
import type { ContentHash } from '../../../src/contract/ids.ts';
import { openOpfsStore } from '../../../src/workers/storage/opfs-store.ts';

const HASH = 'a'.repeat(64) as ContentHash;
const FILE = new Blob([new Uint8Array(1000)]);

afterEach(() => vi.unstubAllGlobals());

/** A private file system that refuses some writes for want of room. @param refusals How many, from the first on. */
function offerFolder(refusals: number, freeBytes: number): { readonly names: Set<string> } {
  const names = new Set<string>();
  let left = refusals;
  const createSyncAccessHandle = async () => ({
    truncate: () => undefined,
    write: ({ byteLength }: Uint8Array) => {
      left--;
      if (left >= 0) throw new DOMException('No capacity available for this operation', 'QuotaExceededError');
      return byteLength;
    },
    flush: () => undefined,
    close: () => undefined,
  });
  const folder = {
    getFileHandle: async (name: string, options?: { readonly create: boolean }) => {
      if (!names.has(name) && options?.create !== true) throw new DOMException('', 'NotFoundError');
      names.add(name);
      return { createSyncAccessHandle };
    },
    removeEntry: async (name: string) => void names.delete(name),
  };
  const storage = {
    getDirectory: async () => ({ getDirectoryHandle: async () => folder }),
    estimate: async () => ({ quota: 5000 + freeBytes, usage: 5000 }),
  };
  vi.stubGlobal('navigator', { storage });
  return { names };
}

test('a refusal for want of room is asked again while the browser itself says that there is room', async () => {
  const { names } = offerFolder(2, 1001);
  const store = await openOpfsStore();
  await store.put(HASH, FILE);
  expect([...names]).toEqual([HASH, `${HASH}.done`]);
});

test('where there is no room it is said at once, and nothing is left of the file', async () => {
  const { names } = offerFolder(1, 999);
  const store = await openOpfsStore();
  await expect(store.put(HASH, FILE)).rejects.toMatchObject({ failure: { code: 'device-storage-full' } });
  expect([...names]).toEqual([]);
});
