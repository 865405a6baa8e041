import { and, eq, ne } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import { accountLinks, identities, users } from '../db/schema/accounts.ts';
import type { Deps } from '../deps.ts';
import { checkEmailFree } from './check-email-free.ts';
import { markCredited, wasCredited } from './credited-before.ts';
import { giveSignupCredits } from './give-signup-credits.ts';
import { spendAccountLink } from './spend-account-link.ts';

/**
 * Spends the link of a mail: its address is the account's from now on, and proven. First credits that waited for it
 * come, but to somebody who had some in an account before: those go on waiting for staff.
 *
 * @throws AppError `account-link-invalid`; `email-taken` when another account got the address in the meantime.
 */
export async function verifyEmail(deps: Deps, token: string): Promise<{ email: string }> {
  return deps.database.db.transaction(async (tx) => {
    const { userId, email } = await spendAccountLink(tx, 'verify-email', token, deps.now());
    await checkEmailFree(tx, email, userId);
    const emailKey = email.toLowerCase();
    const [before] = await tx.select().from(users).where(eq(users.id, userId));
    // The wallet before the account, as an order locks them.
    const known = await tx.select().from(identities).where(eq(identities.userId, userId));
    const isOwed = !(await wasCredited(tx, deps, { emailKey, identities: known }));
    if (isOwed) await giveSignupCredits(tx, deps, userId);
    if (before !== undefined && before.emailKey !== emailKey) await markCredited(tx, deps, userId);
    const [changed] = await tx
      .update(users)
      .set({ email, emailKey, emailVerifiedAt: deps.now() })
      .where(eq(users.id, userId))
      .returning({ id: users.id });
    if (!changed) throw new AppError({ code: 'account-link-invalid' });
    // A reset link that went to the address before.
    await tx.delete(accountLinks).where(and(eq(accountLinks.userId, userId), ne(accountLinks.email, email)));
    return { email };
  });
}
