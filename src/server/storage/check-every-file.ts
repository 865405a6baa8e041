import { asc, gt, isNotNull } from 'drizzle-orm';
import { ContentHash } from '../../contract/ids.ts';
import { files } from '../db/schema/files.ts';
import { checkFile } from './check-file.ts';
import type { FileStore } from './store-file.ts';

/** Read from the table at once. */
const BATCH = 1_000;

/**
 * Compares every stored file with its hash, once and as fast as it goes, also those that a server beside it looks at. Ends early,
 * without a failure, when the signal aborts.
 *
 * @returns How many were found whole, and all that are known to be damaged or missing then.
 */
export async function checkEveryFile(
  store: FileStore,
  signal: AbortSignal,
): Promise<{ readonly whole: number; readonly lost: readonly ContentHash[] }> {
  const goOn = async (): Promise<void> => signal.throwIfAborted();
  let whole = 0;
  for await (const hash of listHashes(store)) {
    if (signal.aborted) break;
    const damage = await checkFile(store, hash, goOn).catch((error: unknown) => {
      if (!signal.aborted) throw error;
      return null;
    });
    if (damage === null && !signal.aborted) whole++;
  }
  const lost = await store.db.select({ hash: files.hash }).from(files).where(isNotNull(files.damage));
  return { whole, lost: lost.map(({ hash }) => ContentHash.parse(hash)) };
}

/** In the order of their hashes. */
async function* listHashes({ db }: FileStore): AsyncGenerator<ContentHash> {
  for (let last: string | null = null; ; ) {
    const batch: { readonly hash: string }[] = await db
      .select({ hash: files.hash })
      .from(files)
      .where(last === null ? undefined : gt(files.hash, last))
      .orderBy(asc(files.hash))
      .limit(BATCH);
    for (const { hash } of batch) yield ContentHash.parse(hash);
    const end = batch.at(-1);
    if (end === undefined) return;
    last = end.hash;
  }
}
