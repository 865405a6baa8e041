import { eq } from 'drizzle-orm';
import { AppError } from '../../../contract/failure.ts';
import type { ResetSessionBody, WayIn } from '../../../contract/http/accounts.ts';
import type { UserId } from '../../../contract/ids.ts';
import type { Transaction } from '../../db/database.ts';
import { accountLinks } from '../../db/schema/accounts.ts';
import type { Deps } from '../../deps.ts';
import { dropWaysIn } from '../drop-ways-in.ts';
import { findUser } from '../find-user.ts';
import { proveEmail } from '../prove-email.ts';
import { enter, sessionIn } from '../sessions/enter.ts';
import type { Place } from '../sessions/open-session.ts';
import { hashToken } from '../sessions/refresh-token.ts';
import { spendAccountLink } from '../spend-account-link.ts';
import { checkPassword } from './check-password.ts';
import { hashPassword } from './password-hash.ts';
import { setPassword } from './set-password.ts';

/**
 * Spends a reset link: the new password counts, every session ends, and the caller is signed in, after their second
 * factor where there is one. A link that came by mail proves the address, where that was not proven: then anybody may have made the
 * account, and nothing of theirs opens it any more, which answer and mail tell. A refusal leaves the link as it was.
 *
 * @throws AppError `account-link-invalid`, `password-weak`; `second-factor-wanted` once the new password counts.
 */
export async function resetPassword(
  deps: Deps,
  reset: { readonly token: string; readonly password: string },
  place: Place,
): Promise<ResetSessionBody> {
  const { db } = deps.database;
  // Looked at first, so that a stranger cannot make us hash passwords.
  const [link] = await db
    .select({ userId: accountLinks.userId })
    .from(accountLinks)
    .where(eq(accountLinks.tokenHash, hashToken(reset.token)));
  if (!link) throw new AppError({ code: 'account-link-invalid' });
  const user = await findUser(db, link.userId);
  await checkPassword(reset.password, [user.name, user.email]);
  const passwordHash = await hashPassword(reset.password);
  const { entry, removed } = await db.transaction(async (tx) => {
    const spent = await spendAccountLink(tx, ['reset-password', 'mailed-reset'], reset.token, deps.now());
    const { userId } = spent;
    const removed = spent.isMailed ? await takeOver(tx, deps, userId, spent.email) : [];
    await setPassword(tx, userId, passwordHash, deps.now());
    return { entry: await enter(tx, deps, userId, place), removed };
  });
  deps.services.mailer?.send(user, { kind: 'password-changed', removed });
  return { ...sessionIn(entry), removed };
}

/**
 * What a mailed link does beside, in an account whose address nobody has proven yet. Whose account one of staff is, others know.
 *
 * @returns What opened the account, and does so no more.
 */
async function takeOver(tx: Transaction, deps: Deps, userId: UserId, email: string): Promise<WayIn[]> {
  const { emailKey, emailVerifiedAt, isStaff } = await findUser(tx, userId);
  if (emailVerifiedAt !== null || emailKey !== email.toLowerCase()) return [];
  await proveEmail(tx, deps, userId, email);
  return isStaff ? [] : dropWaysIn(tx, userId);
}
