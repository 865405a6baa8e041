import { and, eq, ne } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import { accountLinks, users } from '../db/schema/accounts.ts';
import type { Deps } from '../deps.ts';
import { checkEmailFree } from './check-email-free.ts';
import { giveSignupCredits } from './give-signup-credits.ts';
import { spendAccountLink } from './spend-account-link.ts';

/**
 * Spends the link of a mail: its address is the account's from now on, and proven. First credits that waited for it
 * come.
 *
 * @throws AppError `account-link-invalid`; `email-taken` when another account got the address in the meantime.
 */
export async function verifyEmail(deps: Deps, token: string): Promise<{ email: string }> {
  return deps.database.db.transaction(async (tx) => {
    const { userId, email } = await spendAccountLink(tx, 'verify-email', token, deps.now());
    await checkEmailFree(tx, email, userId);
    // The wallet before the account, as an order locks them.
    await giveSignupCredits(tx, deps, userId);
    const [changed] = await tx
      .update(users)
      .set({ email, emailKey: email.toLowerCase(), emailVerifiedAt: deps.now() })
      .where(eq(users.id, userId))
      .returning({ id: users.id });
    if (!changed) throw new AppError({ code: 'account-link-invalid' });
    // A reset link that went to the address before.
    await tx.delete(accountLinks).where(and(eq(accountLinks.userId, userId), ne(accountLinks.email, email)));
    return { email };
  });
}
