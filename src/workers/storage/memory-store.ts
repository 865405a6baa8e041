import type { ContentHash } from '../../contract/ids.ts';
import type { ByteStore } from './create-storage.ts';

/** Keeps bytes until the worker ends. The last resort. */
export function createMemoryStore(): ByteStore {
  const files = new Map<ContentHash, Blob>();
  return {
    kind: 'memory',
    async put(hash, bytes) {
      files.set(hash, bytes);
    },
    get: async (hash) => files.get(hash) ?? null,
    async delete(hash) {
      files.delete(hash);
    },
    list: async () => [...files.keys()],
  };
}
