import { and, eq, gt, inArray, isNull } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import { UserId } from '../../contract/ids.ts';
import type { Transaction } from '../db/database.ts';
import { accountLinks } from '../db/schema/accounts.ts';
import type { AccountLinkKind } from './make-account-link.ts';
import { hashToken } from './sessions/refresh-token.ts';

/**
 * Takes a link's token, once; the transaction's failure leaves it as it was.
 *
 * @returns The address it was made for, and whether it came there, which proves the address.
 * @throws AppError `account-link-invalid` when it was used, has expired or is of another kind.
 */
export async function spendAccountLink(
  tx: Transaction,
  kinds: readonly AccountLinkKind[],
  token: string,
  now: Date,
): Promise<{ userId: UserId; email: string; isMailed: boolean }> {
  const [spent] = await tx
    .update(accountLinks)
    .set({ spentAt: now })
    .where(
      and(
        eq(accountLinks.tokenHash, hashToken(token)),
        inArray(accountLinks.kind, [...kinds]),
        isNull(accountLinks.spentAt),
        gt(accountLinks.expiresAt, now),
      ),
    )
    .returning();
  if (!spent) throw new AppError({ code: 'account-link-invalid' });
  const isMailed = spent.kind !== 'reset-password';
  return { userId: UserId.parse(spent.userId), email: spent.email, isMailed };
}
