import { inArray } from 'drizzle-orm';
import { DAY_MS } from '../../contract/constants.ts';
import type { ContentHash } from '../../contract/ids.ts';
import type { Db } from '../db/database.ts';
import { files } from '../db/schema/files.ts';
import { type ArrivalDeps, unlessArriving } from '../models/bring-model.ts';
import { meetStore } from './meet-store.ts';
import type { Storage } from './storage.ts';

/** A database, and where its files are. */
export interface SweptStore {
  readonly db: Db;
  readonly storage: Storage;
}

/** Bytes of a call that is still running have no row yet; no call runs for a day. */
const ORPHAN_AGE_MS = DAY_MS;
const BATCH = 500;

/**
 * Removes stored bytes that no row names: what refused orders and killed processes left behind. Nothing where some may be of another
 * database.
 */
export async function sweepFiles(store: ArrivalDeps): Promise<void> {
  if ((await meetStore(store)).length > 0) return;
  let batch: ContentHash[] = [];
  for await (const hash of store.storage.list(ORPHAN_AGE_MS)) {
    batch.push(hash);
    if (batch.length < BATCH) continue;
    await deleteOrphans(store, batch);
    batch = [];
  }
  await deleteOrphans(store, batch);
}

/** Just before each goes, all is asked again: somebody may have brought the same bytes since they were listed. */
async function deleteOrphans(store: ArrivalDeps, hashes: readonly ContentHash[]): Promise<void> {
  if (hashes.length === 0) return;
  const rows = await store.db
    .select({ hash: files.hash })
    .from(files)
    .where(inArray(files.hash, [...hashes]));
  const known = new Set(rows.map(({ hash }) => hash));
  for (const hash of hashes)
    if (!known.has(hash))
      await unlessArriving(store, hash, () => store.storage.deleteOld(hash, ORPHAN_AGE_MS));
}
