import type { NamedFile } from '../../contract/compute-api.ts';
import {
  SHARED_CACHE,
  SHARED_KEPT_MS,
  SHARED_LIST,
  type SharedList,
  sharedEntry,
} from '../../contract/share-target.ts';

const LOCK = 'vitrine-shared';

/** What of the browser it needs. */
interface Browser {
  readonly caches: Pick<CacheStorage, 'has' | 'open' | 'delete'>;
  readonly locks: Pick<LockManager, 'request'>;
  readonly now: () => number;
}

/**
 * Hands over, once in this browser, the files that were shared with the app and wait for a page (workers/offline).
 *
 * @param take Returns false when the files are not wanted any more; they go on waiting.
 */
export async function openShared(
  { caches, locks, now }: Browser,
  take: (files: readonly NamedFile[]) => boolean,
): Promise<void> {
  await locks.request(LOCK, async () => {
    if (!(await caches.has(SHARED_CACHE))) return;
    const files = await readShared(await caches.open(SHARED_CACHE), now());
    if (files === null || take(files)) await caches.delete(SHARED_CACHE);
  });
}

/** Null for a share that is not whole, or that nobody remembers. */
async function readShared(cache: Cache, now: number): Promise<NamedFile[] | null> {
  const list = await cache.match(SHARED_LIST);
  if (list === undefined) return null;
  const { names, at } = (await list.json()) as SharedList;
  if (now - at > SHARED_KEPT_MS) return null;
  const files: NamedFile[] = [];
  for (const [index, name] of names.entries()) {
    const entry = await cache.match(sharedEntry(index));
    if (entry === undefined) return null;
    files.push({ path: name, file: new File([await entry.blob()], name) });
  }
  return files;
}
