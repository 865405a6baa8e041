import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db, Queryable } from './database.ts';
import { settings } from './schema/accounts.ts';
import { projects } from './schema/projects.ts';

/**
 * Row of `settings` that says which life of the data this is: another one begins when a backup is restored. Unlike the mark of
 * the instance it is a row: a move takes it along.
 */
const EPOCH_KEY = 'epoch';
const Epoch = z.object({
  id: z.uuid(),
  /** No server has started on what was restored. */
  isRestored: z.boolean(),
});
type Epoch = z.infer<typeof Epoch>;

/**
 * The epoch of a database whose schema is the newest, which gets one where it has none. After a restore each project notes where
 * it is, so that a device can tell what has been done to it since. Safe from several processes at once.
 */
export async function keepEpoch(db: Db): Promise<string> {
  const isEpoch = eq(settings.key, EPOCH_KEY);
  return db.transaction(async (tx) => {
    await tx
      .insert(settings)
      .values({ key: EPOCH_KEY, value: newEpoch(false) })
      .onConflictDoNothing();
    const [row] = await tx.select().from(settings).where(isEpoch).for('update');
    const { id, isRestored } = Epoch.parse(row?.value);
    if (isRestored) {
      await tx.update(projects).set({ restoredRevision: sql`${projects.revision}` });
      await tx
        .update(settings)
        .set({ value: { id, isRestored: false } satisfies Epoch })
        .where(isEpoch);
    }
    return id;
  });
}

/** Rows of a backup stand here from now on: what devices know of this server it may not know any more. */
export async function beginEpoch(db: Queryable): Promise<void> {
  const value = newEpoch(true);
  await db
    .insert(settings)
    .values({ key: EPOCH_KEY, value })
    .onConflictDoUpdate({ target: settings.key, set: { value } });
}

function newEpoch(isRestored: boolean): Epoch {
  return { id: randomUUID(), isRestored };
}
