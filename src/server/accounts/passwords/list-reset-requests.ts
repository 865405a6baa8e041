import { and, desc, eq, gt } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { accountLinks, users } from '../../db/schema/accounts.ts';

const MAX_REQUESTS = 100;

/** People who asked for a new password where no mail is sent, the last to ask first. They wait for the owner. */
export async function listResetRequests(
  db: Queryable,
  now: Date,
): Promise<{ userId: number; email: string; name: string; requestedAt: Date }[]> {
  return db
    .select({
      userId: users.id,
      email: users.email,
      name: users.name,
      requestedAt: accountLinks.createdAt,
    })
    .from(accountLinks)
    .innerJoin(users, eq(users.id, accountLinks.userId))
    .where(and(eq(accountLinks.kind, 'ask-reset'), gt(accountLinks.expiresAt, now)))
    .orderBy(desc(accountLinks.createdAt))
    .limit(MAX_REQUESTS);
}
