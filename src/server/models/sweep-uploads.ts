import { lt, sql } from 'drizzle-orm';
import { HOUR_MS } from '../../contract/constants.ts';
import { isAmong } from '../db/prepare-read.ts';
import { uploadParts, uploads } from '../db/schema/uploads.ts';
import { meetStore } from '../storage/meet-store.ts';
import type { SweptStore } from '../storage/sweep-files.ts';

/** An upload that nobody has continued for a day has been given up. */
const STALE_HOURS = 24;

/** Removes uploads that were given up, with their parts, and what killed writes left behind; parts where all are of this database. */
export async function sweepUploads(deps: SweptStore): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const stale = await tx
      .delete(uploads)
      .where(lt(uploads.touchedAt, sql`now() - make_interval(hours => ${STALE_HOURS})`))
      .returning({ uploadId: uploads.uploadId });
    const ids = stale.map(({ uploadId }) => uploadId);
    if (ids.length > 0) await tx.delete(uploadParts).where(isAmong(uploadParts.uploadId, ids));
  });
  if ((await meetStore(deps)).length > 0) return;
  await deps.storage.sweep(STALE_HOURS * HOUR_MS);
}
