import { and, eq, ne, or, sql } from 'drizzle-orm';
import type { UserId } from '../../../contract/ids.ts';
import type { Transaction } from '../../db/database.ts';
import { accountLinks, users } from '../../db/schema/accounts.ts';
import { closeAllSessions } from '../sessions/close-all-sessions.ts';

/**
 * Gives an account another password: all its sessions end, and so do links that would set yet another or move the
 * account to another e-mail. What proves its present e-mail stays good.
 */
export async function setPassword(
  tx: Transaction,
  userId: UserId,
  passwordHash: string,
  now: Date,
): Promise<void> {
  await tx.update(users).set({ passwordHash }).where(eq(users.id, userId));
  await closeAllSessions(tx, userId, now);
  const isElsewhere = sql`${accountLinks.email} <> (select ${users.email} from ${users} where ${users.id} = ${userId})`;
  await tx
    .delete(accountLinks)
    .where(and(eq(accountLinks.userId, userId), or(ne(accountLinks.kind, 'verify-email'), isElsewhere)));
}
