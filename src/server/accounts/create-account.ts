import { AppError } from '../../contract/failure.ts';
import type { AccountLanguage } from '../../contract/http/accounts.ts';
import { UserId } from '../../contract/ids.ts';
import { grantCredits } from '../credits/grant-credits.ts';
import type { Transaction } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { wallets } from '../db/schema/money.ts';
import type { Deps } from '../deps.ts';

/**
 * Makes an account with its wallet, its first credits and what else a new account gets.
 *
 * @throws AppError `email-taken`; e-mails are compared without case (L12).
 */
export async function createAccount(
  tx: Transaction,
  deps: Pick<Deps, 'onUserCreated'>,
  account: {
    readonly name: string;
    readonly email: string;
    readonly passwordHash: string;
    readonly isStaff: boolean;
    readonly language: AccountLanguage;
    readonly credits: { readonly kind: 'signup' | 'grant'; readonly amount: number };
  },
): Promise<UserId> {
  const [made] = await tx
    .insert(users)
    .values({
      name: account.name,
      email: account.email,
      emailKey: account.email.toLowerCase(),
      passwordHash: account.passwordHash,
      isStaff: account.isStaff,
    })
    .onConflictDoNothing({ target: users.emailKey })
    .returning({ id: users.id });
  if (!made) throw new AppError({ code: 'email-taken' });
  const userId = UserId.parse(made.id);
  await tx.insert(wallets).values({ userId });
  await grantCredits(tx, { userId, ...account.credits, reference: `user:${userId}` });
  await deps.onUserCreated(tx, userId, account.language);
  return userId;
}
