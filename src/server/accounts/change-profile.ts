import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { ProfileChange, UserBody } from '../../contract/http/accounts.ts';
import { users } from '../db/schema/accounts.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from './access-token.ts';
import { checkEmailFree } from './check-email-free.ts';
import { checkOwnPassword } from './check-own-password.ts';
import { findUser } from './find-user.ts';
import { readUser } from './read-user.ts';
import { sendVerification } from './send-verification.ts';

/**
 * Changes what is named. Another e-mail needs the password. Where mail is sent it counts once the link that goes there
 * was opened, and the present address is told; else it counts at once, unproven.
 *
 * @throws AppError `password-wrong`, `email-taken`.
 */
export async function changeProfile(
  deps: Deps,
  who: Caller,
  change: z.infer<typeof ProfileChange>,
): Promise<UserBody> {
  const { db } = deps.database;
  const { mailer } = deps.services;
  const { userId } = who;
  const user = await findUser(db, userId);
  const { name, language = user.language } = change;
  const isOther = change.email !== undefined && change.email !== user.email;
  const email = isOther ? change.email : undefined;
  if (email !== undefined) {
    await checkOwnPassword(user, change.password);
    await checkEmailFree(db, email, userId);
  }
  const isSameAddress = email?.toLowerCase() === user.emailKey;
  const isAtOnce = email !== undefined && (isSameAddress || mailer === null);
  await db
    .update(users)
    .set({
      language,
      ...(name === undefined ? {} : { name }),
      ...(isAtOnce ? { email, emailKey: email.toLowerCase() } : {}),
      ...(isAtOnce && !isSameAddress ? { emailVerifiedAt: null } : {}),
    })
    .where(eq(users.id, userId));
  if (email !== undefined && !isAtOnce) {
    sendVerification(deps, { userId, email, language, isNew: true });
    mailer?.send({ email: user.email, language }, { kind: 'email-changing', newEmail: email });
  }
  return readUser(db, deps, who);
}
