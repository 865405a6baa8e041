import { eq } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import type { ContentHash } from '../../contract/ids.ts';
import type { AdvisoryLocks } from '../db/advisory-locks.ts';
import type { Db } from '../db/database.ts';
import { files } from '../db/schema/files.ts';
import type { Storage, StoredBytes } from '../storage/storage.ts';

/** What bringing a model needs. */
export interface ArrivalDeps {
  readonly db: Db;
  readonly storage: Storage;
  /** Keeps other processes from forgetting what calls of this one bring. */
  readonly locks: Pick<AdvisoryLocks, 'share' | 'tryHold'>;
  /** How many calls of this process bring the bytes of a hash right now. One map per process. */
  readonly arriving: Map<ContentHash, number>;
}

/**
 * Says that the call brings these bytes, as soon as they are stored.
 *
 * @throws AppError `server-unready` where they were forgotten at that very moment: they can come again.
 */
export type Hold = (stored: StoredBytes) => Promise<void>;

const keyOf = (hash: ContentHash): string => `arriving ${hash}`;

/**
 * Runs a call that stores bytes to make somebody's model of them. When it fails, or its caller leaves, they are forgotten,
 * unless a file has the same or another call, of whichever process, brings the same ones at that time: the last of these to end
 * decides. What none of them forgets is swept, see `sweepFiles`.
 *
 * @param signal Ends the wait for others who forget the same bytes.
 */
export async function bringModel<T>(
  deps: ArrivalDeps,
  signal: AbortSignal,
  work: (hold: Hold) => Promise<T>,
): Promise<T> {
  const { arriving, locks, storage } = deps;
  const held = new Map<ContentHash, (() => Promise<void>) | null>();
  const release = async (): Promise<void> => {
    for (const [hash, unshare] of held) {
      const others = (arriving.get(hash) ?? 1) - 1;
      if (others > 0) arriving.set(hash, others);
      else arriving.delete(hash);
      await unshare?.();
    }
  };
  try {
    const value = await work(async ({ hash }) => {
      if (held.has(hash)) return;
      held.set(hash, null);
      arriving.set(hash, (arriving.get(hash) ?? 0) + 1);
      held.set(hash, await locks.share(keyOf(hash), signal));
      if ((await storage.size(hash)) === null) throw new AppError({ code: 'server-unready' });
    });
    await release();
    return value;
  } catch (error) {
    await release();
    for (const hash of held.keys()) await forget(deps, hash);
    throw error;
  }
}

async function forget(deps: ArrivalDeps, hash: ContentHash): Promise<void> {
  await unlessArriving(deps, hash, () => deps.storage.delete(hash));
}

/** Takes bytes away that are no file and that no call, of whichever process, brings: none says {@link Hold} for them meanwhile. */
export async function unlessArriving(
  { db, arriving, locks }: ArrivalDeps,
  hash: ContentHash,
  remove: () => Promise<void>,
): Promise<void> {
  if (arriving.has(hash)) return;
  await locks.tryHold(keyOf(hash), async () => {
    const [known] = await db.select({ hash: files.hash }).from(files).where(eq(files.hash, hash));
    if (known === undefined && !arriving.has(hash)) await remove();
  });
}
