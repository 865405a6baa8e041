import type { ContentHash } from '../../contract/ids.ts';
import type { StorageApi } from '../../contract/storage-api.ts';

/** One way of keeping bytes. The same promises as {@link StorageApi}. */
export type ByteStore = Omit<StorageApi, 'kind'> & { readonly kind: Awaited<ReturnType<StorageApi['kind']>> };

const PROBE_HASH = '0'.repeat(64) as ContentHash;
const PROBE_BYTES = 8;

/**
 * Chooses the first store that really keeps bytes: presence of an interface is no proof (private mode refuses only
 * when written to).
 *
 * @param openers Ways to open a store, best first; the last must not fail.
 */
export function createStorage(openers: readonly (() => Promise<ByteStore>)[]): StorageApi {
  let chosen: Promise<ByteStore> | null = null;
  const store = (): Promise<ByteStore> => {
    chosen ??= choose(openers);
    return chosen;
  };
  return {
    kind: async () => (await store()).kind,
    put: async (hash, bytes) => (await store()).put(hash, bytes),
    get: async (hash) => (await store()).get(hash),
    delete: async (hash) => (await store()).delete(hash),
    list: async () => (await store()).list(),
  };
}

async function choose(openers: readonly (() => Promise<ByteStore>)[]): Promise<ByteStore> {
  for (const open of openers) {
    try {
      const store = await open();
      await store.put(PROBE_HASH, new Blob([new Uint8Array(PROBE_BYTES)]));
      const back = await store.get(PROBE_HASH);
      const bytes = await back?.arrayBuffer();
      await store.delete(PROBE_HASH);
      if (bytes?.byteLength === PROBE_BYTES) return store;
    } catch {
      // The next store may work.
    }
  }
  throw new Error('no store keeps bytes');
}
