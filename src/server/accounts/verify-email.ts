import { and, eq, ne } from 'drizzle-orm';
import { accountLinks } from '../db/schema/accounts.ts';
import type { Deps } from '../deps.ts';
import { checkEmailFree } from './check-email-free.ts';
import { proveEmail } from './prove-email.ts';
import { spendAccountLink } from './spend-account-link.ts';

/**
 * Spends the link of a mail: its address is the account's from now on, and proven, see {@link proveEmail}.
 *
 * @throws AppError `account-link-invalid`; `email-taken` when another account got the address in the meantime.
 */
export async function verifyEmail(deps: Deps, token: string): Promise<{ email: string }> {
  return deps.database.db.transaction(async (tx) => {
    const { userId, email } = await spendAccountLink(tx, ['verify-email'], token, deps.now());
    await checkEmailFree(tx, email, userId);
    await proveEmail(tx, deps, userId, email);
    // A reset link that went to the address before.
    await tx.delete(accountLinks).where(and(eq(accountLinks.userId, userId), ne(accountLinks.email, email)));
    return { email };
  });
}
