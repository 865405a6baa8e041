import { and, eq } from 'drizzle-orm';
import { DAY_MS } from '../../../contract/constants.ts';
import { AppError } from '../../../contract/failure.ts';
import type { Transaction } from '../../db/database.ts';
import { accountLinks, users } from '../../db/schema/accounts.ts';
import type { Deps } from '../../deps.ts';
import { makeAccountLink } from '../make-account-link.ts';

/**
 * Makes the link with which a person chooses a new password, for staff to hand over: good for 24 hours, once. What the
 * person asked for is done with it.
 *
 * @throws AppError `not-found`.
 */
export async function makeResetLink(
  tx: Transaction,
  deps: Pick<Deps, 'config' | 'now'>,
  userId: number,
): Promise<{ link: string; expiresAt: Date }> {
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId));
  if (!user) throw new AppError({ code: 'not-found' });
  await tx
    .delete(accountLinks)
    .where(and(eq(accountLinks.userId, userId), eq(accountLinks.kind, 'ask-reset')));
  return makeAccountLink(tx, deps, {
    kind: 'reset-password',
    userId,
    email: user.email,
    lifetimeMs: DAY_MS,
  });
}
