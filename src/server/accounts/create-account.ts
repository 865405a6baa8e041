import { AppError } from '../../contract/failure.ts';
import type { AccountLanguage } from '../../contract/http/accounts.ts';
import { UserId } from '../../contract/ids.ts';
import { grantCredits } from '../credits/grant-credits.ts';
import type { Transaction } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { wallets } from '../db/schema/money.ts';
import type { Deps } from '../deps.ts';
import { wasCredited } from './credited-before.ts';
import { giveSignupCredits, givesCreditsAtOnce } from './give-signup-credits.ts';

/**
 * Makes an account with its wallet and what else a new account gets. First credits come at once where the e-mail is
 * proven and nobody had any by it before, or only this machine reaches the server; else they wait.
 *
 * @throws AppError `email-taken`; e-mails are compared without case (L12).
 */
export async function createAccount(
  tx: Transaction,
  deps: Pick<Deps, 'config' | 'now' | 'onUserCreated' | 'secret'>,
  account: {
    readonly name: string;
    readonly email: string;
    readonly passwordHash: string | null;
    readonly language: AccountLanguage;
    /** Somebody vouches that the e-mail is theirs. */
    readonly isProven?: boolean;
    /** Who vouches, where a provider does. */
    readonly identity?: { readonly issuer: string; readonly subject: string };
    /** Whoever runs the server wants them here: first credits come whatever was before. */
    readonly isApproved?: boolean;
    /** For the owner, who is staff: credits in place of those of a registration. */
    readonly ownerCredits?: number;
  },
): Promise<UserId> {
  const { isProven = false, isApproved = false, identity, ownerCredits } = account;
  const emailKey = account.email.toLowerCase();
  const [made] = await tx
    .insert(users)
    .values({
      name: account.name,
      email: account.email,
      emailKey,
      emailVerifiedAt: isProven ? deps.now() : null,
      passwordHash: account.passwordHash,
      language: account.language,
      isStaff: ownerCredits !== undefined,
    })
    .onConflictDoNothing({ target: users.emailKey })
    .returning({ id: users.id });
  if (!made) throw new AppError({ code: 'email-taken' });
  const userId = UserId.parse(made.id);
  await tx.insert(wallets).values({ userId });
  if (ownerCredits !== undefined) {
    const reference = `user:${userId}`;
    await grantCredits(tx, { userId, kind: 'grant', amount: ownerCredits, reference });
  } else {
    const known = { emailKey, identities: identity === undefined ? [] : [identity] };
    const isSure = isApproved || givesCreditsAtOnce(deps.config);
    const isOwed = isSure || (isProven && !(await wasCredited(tx, deps, known)));
    if (isOwed) await giveSignupCredits(tx, deps, userId);
  }
  await deps.onUserCreated(tx, userId, account.language);
  return userId;
}
