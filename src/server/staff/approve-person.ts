import { and, eq } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import type { UserId } from '../../contract/ids.ts';
import { giveSignupCredits, hasFirstCredits } from '../accounts/give-signup-credits.ts';
import type { Transaction } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { wallets } from '../db/schema/money.ts';
import type { Deps } from '../deps.ts';
import { noteAct } from './note-act.ts';

/**
 * Gives a new account the credits that waited for it. One that has them already stays as it is.
 *
 * @throws AppError `not-found`.
 */
export async function approvePerson(
  tx: Transaction,
  deps: Pick<Deps, 'config'>,
  staffId: number,
  userId: UserId,
): Promise<void> {
  // The wallet before the account, as a verification locks them.
  const [known] = await tx
    .select({ id: wallets.userId })
    .from(wallets)
    .where(eq(wallets.userId, userId))
    .for('update');
  if (known === undefined) throw new AppError({ code: 'not-found' });
  const isApproved = and(eq(users.id, userId), hasFirstCredits);
  const [approved] = await tx.select({ id: users.id }).from(users).where(isApproved);
  if (approved !== undefined) return;
  await giveSignupCredits(tx, deps, userId);
  const detail = { credits: deps.config.signupCredits };
  await noteAct(tx, { staffId, act: 'signup-approved', userId, detail });
}
