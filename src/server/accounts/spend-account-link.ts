import { and, eq, gt, isNull } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import { UserId } from '../../contract/ids.ts';
import type { Transaction } from '../db/database.ts';
import { accountLinks } from '../db/schema/accounts.ts';
import { hashToken } from './sessions/refresh-token.ts';

/**
 * Takes a link's token, once; the transaction's failure leaves it as it was.
 *
 * @throws AppError `account-link-invalid` when it was used, has expired or is of another kind.
 */
export async function spendAccountLink(
  tx: Transaction,
  kind: 'reset-password' | 'verify-email',
  token: string,
  now: Date,
): Promise<{ userId: UserId; email: string }> {
  const [spent] = await tx
    .update(accountLinks)
    .set({ spentAt: now })
    .where(
      and(
        eq(accountLinks.tokenHash, hashToken(token)),
        eq(accountLinks.kind, kind),
        isNull(accountLinks.spentAt),
        gt(accountLinks.expiresAt, now),
      ),
    )
    .returning();
  if (!spent) throw new AppError({ code: 'account-link-invalid' });
  return { userId: UserId.parse(spent.userId), email: spent.email };
}
