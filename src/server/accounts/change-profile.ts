import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { ProfileChange, UserBody } from '../../contract/http/accounts.ts';
import { users } from '../db/schema/accounts.ts';
import type { Deps } from '../deps.ts';
import { checkEmailFree } from './check-email-free.ts';
import { markCredited } from './credited-before.ts';
import { proveOwnFactor } from './factors/prove-factor.ts';
import { findUser } from './find-user.ts';
import { checkOwnPassword } from './passwords/check-own-password.ts';
import { readUser } from './read-user.ts';
import { sendVerification } from './send-verification.ts';
import type { Caller } from './sessions/access-token.ts';

/**
 * Changes the given fields of a profile. A new e-mail needs the password, and a code where there is a second factor.
 * Where mail is sent, it takes effect when the link sent to it is opened, and the present address is told; else it takes
 * effect at once, unverified.
 *
 * @param signal Ends the wait.
 * @throws AppError `password-wrong`, `email-taken`, `second-factor-wrong`.
 */
export async function changeProfile(
  deps: Deps,
  who: Caller,
  change: z.infer<typeof ProfileChange>,
  signal: AbortSignal,
): Promise<UserBody> {
  const { db } = deps.database;
  const { mailer } = deps.services;
  const { userId } = who;
  const user = await findUser(db, userId);
  const { name, language = user.language } = change;
  const isOther = change.email !== undefined && change.email !== user.email;
  const email = isOther ? change.email : undefined;
  if (email !== undefined) {
    await checkOwnPassword(deps, user, change.password);
    await checkEmailFree(db, email, userId);
    await proveOwnFactor(deps, user, change.code, signal);
  }
  const isSameAddress = email?.toLowerCase() === user.emailKey;
  const isAtOnce = email !== undefined && (isSameAddress || mailer === null);
  await db.transaction(async (tx) => {
    if (isAtOnce && !isSameAddress) await markCredited(tx, deps, userId);
    await tx
      .update(users)
      .set({
        language,
        ...(name === undefined ? {} : { name }),
        ...(isAtOnce ? { email, emailKey: email.toLowerCase() } : {}),
        ...(isAtOnce && !isSameAddress ? { emailVerifiedAt: null } : {}),
      })
      .where(eq(users.id, userId));
  });
  if (email !== undefined && !isAtOnce) {
    sendVerification(deps, { userId, email, language, isNew: true });
    mailer?.send({ email: user.email, language }, { kind: 'email-changing', newEmail: email });
  }
  return readUser(db, deps, who);
}
