import type { ContentHash } from '../../contract/ids.ts';
import type { StorageApi } from '../../contract/storage-api.ts';

/** One way of keeping bytes. The same promises as {@link StorageApi}. */
export type ByteStore = Omit<StorageApi, 'kind'> & { readonly kind: Awaited<ReturnType<StorageApi['kind']>> };

/** Beginning of the names of what is written for a try: no hash of a file has so many zeros. */
const PROBE = '0'.repeat(40);
const PROBE_BYTES = 8;

/**
 * Chooses the first store that really keeps bytes: presence of an interface is no proof (private mode refuses only
 * when written to). One that has files keeps them also while it takes no more (a full disk): with another in its place they
 * would be gone, and what comes now would be gone later.
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
    putAt: async (hash) => (await store()).putAt(hash),
    delete: async (hash) => (await store()).delete(hash),
    list: async () => (await store()).list(),
  };
}

async function choose(openers: readonly (() => Promise<ByteStore>)[]): Promise<ByteStore> {
  for (const open of openers) {
    const store = await open().catch(() => null);
    if (store === null) continue;
    if (await keepsBytes(store).catch(() => false)) return store;
    const files = await store.list().catch(() => []);
    if (!files.every(isProbe)) return store;
  }
  throw new Error('no store keeps bytes');
}

async function keepsBytes(store: ByteStore): Promise<boolean> {
  const probe = probeHash();
  await store.put(probe, new Blob([new Uint8Array(PROBE_BYTES)]));
  try {
    const back = await store.get(probe);
    return (await back?.arrayBuffer())?.byteLength === PROBE_BYTES;
  } finally {
    await store.delete(probe);
  }
}

const isProbe = (hash: ContentHash): boolean => hash.startsWith(PROBE);

/** Another for each tab: with one name for all, tabs that start together take each other's away. */
function probeHash(): ContentHash {
  const bytes = crypto.getRandomValues(new Uint8Array((64 - PROBE.length) / 2));
  const own = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return (PROBE + own) as ContentHash;
}
