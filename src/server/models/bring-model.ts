import { eq } from 'drizzle-orm';
import type { ContentHash } from '../../contract/ids.ts';
import type { Db } from '../db/database.ts';
import { files } from '../db/schema/files.ts';
import type { Storage, StoredBytes } from '../storage/storage.ts';

/** What bringing a model needs. */
export interface ArrivalDeps {
  readonly db: Db;
  readonly storage: Storage;
  /** How many calls of this process bring the bytes of a hash right now. One map per process. */
  readonly arriving: Map<ContentHash, number>;
}

/** Says that the call brings these bytes, as soon as they are stored. */
export type Hold = (stored: StoredBytes) => void;

/**
 * Runs a call that stores bytes to make somebody's model of them. When it fails, or its caller leaves, they are forgotten,
 * unless a file has the same or another call brings the same ones at that time: the last of these to end decides.
 */
export async function bringModel<T>(deps: ArrivalDeps, work: (hold: Hold) => Promise<T>): Promise<T> {
  const { arriving } = deps;
  const held = new Set<ContentHash>();
  const release = (): void => {
    for (const hash of held) {
      const others = (arriving.get(hash) ?? 1) - 1;
      if (others > 0) arriving.set(hash, others);
      else arriving.delete(hash);
    }
  };
  try {
    const value = await work(({ hash }) => {
      if (held.has(hash)) return;
      held.add(hash);
      arriving.set(hash, (arriving.get(hash) ?? 0) + 1);
    });
    release();
    return value;
  } catch (error) {
    release();
    for (const hash of held) await forget(deps, hash);
    throw error;
  }
}

async function forget({ db, storage, arriving }: ArrivalDeps, hash: ContentHash): Promise<void> {
  if (arriving.has(hash)) return;
  const [known] = await db.select({ hash: files.hash }).from(files).where(eq(files.hash, hash));
  if (known === undefined && !arriving.has(hash)) await storage.delete(hash);
}
