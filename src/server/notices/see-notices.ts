import { and, eq, lt } from 'drizzle-orm';
import type { UserId } from '../../contract/ids.ts';
import type { Queryable } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';

/** Everything that happened until then has been seen; never back to less, and never more than has happened yet. */
export async function seeNotices(db: Queryable, userId: UserId, until: Date, now: Date): Promise<void> {
  const seenAt = until < now ? until : now;
  await db
    .update(users)
    .set({ noticesSeenAt: seenAt })
    .where(and(eq(users.id, userId), lt(users.noticesSeenAt, seenAt)));
}
