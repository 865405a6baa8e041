import type { ContentHash } from '../../contract/ids.ts';
import type { ByteStore } from './create-storage.ts';

/** Keeps bytes until the worker ends. The last resort. @param now The clock, in milliseconds since the epoch. */
export function createMemoryStore(now: () => number = Date.now): ByteStore {
  const files = new Map<ContentHash, { readonly bytes: Blob; readonly at: number }>();
  return {
    kind: 'memory',
    async put(hash, bytes) {
      files.set(hash, { bytes, at: now() });
    },
    get: async (hash) => files.get(hash)?.bytes ?? null,
    putAt: async (hash) => files.get(hash)?.at ?? 0,
    async delete(hash) {
      files.delete(hash);
    },
    list: async () => [...files.keys()],
  };
}
