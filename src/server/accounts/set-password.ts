import { and, eq, isNull, ne, or, sql } from 'drizzle-orm';
import type { UserId } from '../../contract/ids.ts';
import type { Transaction } from '../db/database.ts';
import { accountLinks, refreshTokens, users } from '../db/schema/accounts.ts';

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
  await tx
    .update(refreshTokens)
    .set({ revokedAt: now })
    .where(and(eq(refreshTokens.userId, userId), isNull(refreshTokens.revokedAt)));
  const isElsewhere = sql`${accountLinks.email} <> (select ${users.email} from ${users} where ${users.id} = ${userId})`;
  await tx
    .delete(accountLinks)
    .where(and(eq(accountLinks.userId, userId), or(ne(accountLinks.kind, 'verify-email'), isElsewhere)));
}
