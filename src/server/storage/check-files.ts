import { sql } from 'drizzle-orm';
import { ContentHash } from '../../contract/ids.ts';
import { pause } from '../process/wait.ts';
import { checkFile, type Damage } from './check-file.ts';
import type { FileStore } from './store-file.ts';

/** Taken at once by one process; others take other ones. */
const BATCH = 20;

/** How a check goes over the files. */
export interface CheckPlan {
  /** Files that were looked at since then are left out. */
  readonly before: Date;
  /** Damaged ones are looked at again when that was before then: a disk may have come back. */
  readonly damagedBefore: Date;
  /** At most so many bytes are read in a second, on the average. */
  readonly bytesPerSecond: number;
  readonly signal: AbortSignal;
  /** Hears of each file that is looked at. */
  readonly onFile?: (hash: ContentHash, damage: Damage) => void;
}

/**
 * Compares stored files with their hashes, those first that were never looked at or longest ago. Several processes share
 * the work. Ends early, without a failure, when the signal aborts.
 */
export async function checkFiles(store: FileStore, plan: CheckPlan): Promise<void> {
  const { signal, bytesPerSecond } = plan;
  let debtMs = 0;
  const pace = async (bytes: number): Promise<void> => {
    signal.throwIfAborted();
    debtMs += (bytes / bytesPerSecond) * 1000;
    if (debtMs < 50) return;
    await pause(debtMs, signal);
    debtMs = 0;
  };
  for (;;) {
    const batch = await take(store, plan);
    if (batch.length === 0) return;
    for (const hash of batch) {
      if (signal.aborted) return;
      const damage = await checkFile(store, hash, pace).catch((error: unknown) => {
        if (!signal.aborted) throw error;
        return null;
      });
      if (!signal.aborted) plan.onFile?.(hash, damage);
    }
  }
}

/** Takes files that are due; one that its process does not come to is due again after the next round. */
async function take({ db }: FileStore, { before, damagedBefore }: CheckPlan): Promise<ContentHash[]> {
  const { rows } = await db.execute<{ hash: string }>(sql`
    update files set checked_at = ${new Date()} where hash in (
      select hash from files
      where checked_at is null or checked_at < ${before}
        or damage is not null and checked_at < ${damagedBefore}
      order by checked_at nulls first limit ${BATCH} for no key update skip locked
    ) returning hash`);
  return rows.map(({ hash }) => ContentHash.parse(hash));
}
