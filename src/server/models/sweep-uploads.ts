import { inArray, lt, sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { uploadParts, uploads } from '../db/schema/uploads.ts';
import type { Storage } from '../storage/storage.ts';

/** An upload that nobody has continued for a day has been given up. */
const STALE_HOURS = 24;

/** Removes uploads that were given up, with their parts, and what killed writes left behind. */
export async function sweepUploads(deps: { readonly db: Db; readonly storage: Storage }): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const stale = await tx
      .delete(uploads)
      .where(lt(uploads.touchedAt, sql`now() - make_interval(hours => ${STALE_HOURS})`))
      .returning({ uploadId: uploads.uploadId });
    const ids = stale.map(({ uploadId }) => uploadId);
    if (ids.length > 0) await tx.delete(uploadParts).where(inArray(uploadParts.uploadId, ids));
  });
  await deps.storage.sweep(STALE_HOURS * 3_600_000);
}
