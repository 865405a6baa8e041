import { eq } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import type { UserId } from '../../contract/ids.ts';
import type { Transaction } from '../db/database.ts';
import { identities, users } from '../db/schema/accounts.ts';
import type { Deps } from '../deps.ts';
import { markCredited, wasCredited } from './credited-before.ts';
import { giveSignupCredits } from './give-signup-credits.ts';

/**
 * The person has proven that an address is theirs: it is the account's from now on. First credits that waited for it
 * come, but to somebody who had some in an account before: those go on waiting for staff.
 *
 * @throws AppError `account-link-invalid` when the account is gone.
 */
export async function proveEmail(tx: Transaction, deps: Deps, userId: UserId, email: string): Promise<void> {
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
}
