import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Db, Queryable } from '../db/database.ts';
import { announce } from '../db/events.ts';
import { type Given, prepareSelect } from '../db/prepare-read.ts';
import { settings } from '../db/schema/accounts.ts';

const KEY = 'maintenance';

/** While it is on, people read and change nothing, staff go on, and workers end what they have and take nothing new. */
export const Maintenance = z.object({
  /** What whoever runs the server says of it; null for nothing. */
  message: z.string().nullable(),
  /** ISO 8601. */
  since: z.string(),
});
export type Maintenance = z.infer<typeof Maintenance>;

const select = prepareSelect({ value: settings.value }, (query, given: Given<{ key: string }>) =>
  query.from(settings).where(eq(settings.key, given('key'))),
);

/** Null while it is off. */
export async function readMaintenance(db: Queryable): Promise<Maintenance | null> {
  const [row] = await select(db, { key: KEY });
  return row === undefined ? null : Maintenance.parse(row.value);
}

/** Switches it on, with other words where it is on already, or off (null). All processes hear of it at once. */
export async function setMaintenance(db: Db, value: Maintenance | null): Promise<void> {
  await db.transaction(async (tx) => {
    if (value === null) await tx.delete(settings).where(eq(settings.key, KEY));
    else {
      await tx
        .insert(settings)
        .values({ key: KEY, value })
        .onConflictDoUpdate({ target: settings.key, set: { value } });
    }
    await announce(tx, 'maintenance');
  });
}
