import { eq } from 'drizzle-orm';
import { AppError } from '../../../contract/failure.ts';
import type { SessionBody } from '../../../contract/http/accounts.ts';
import { UserId } from '../../../contract/ids.ts';
import { users } from '../../db/schema/accounts.ts';
import type { Deps } from '../../deps.ts';
import { holdPassword } from '../passwords/hold-password.ts';
import { verifyPassword } from '../passwords/password-hash.ts';
import { enter, sessionIn } from '../sessions/enter.ts';
import type { Place } from '../sessions/open-session.ts';
import { forgiveSignIn, tellOfFailures, throttleSignIn } from './throttle-sign-in.ts';

/**
 * Signs in with e-mail (in any case) and password. An unknown e-mail takes as long as a wrong password, and after many
 * wrong ones of an e-mail the next take longer, so that nobody can lock its owner out by trying.
 *
 * @param signal Ends the wait.
 * @throws AppError `credentials-wrong`, `account-closed`, `second-factor-wanted`.
 */
export async function logIn(
  deps: Deps,
  credentials: { readonly email: string; readonly password: string },
  place: Place,
  signal: AbortSignal,
): Promise<SessionBody> {
  const { db } = deps.database;
  const emailKey = credentials.email.trim().toLowerCase();
  const failures = await throttleSignIn(deps, emailKey, signal);
  const [user] = await db
    .select({ id: users.id, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.emailKey, emailKey));
  const isRight = await verifyPassword(user?.passwordHash ?? null, credentials.password);
  if (!user || !isRight) {
    tellOfFailures(deps, emailKey, failures, 'passwords');
    throw new AppError({ code: 'credentials-wrong' });
  }
  await forgiveSignIn(db, emailKey);
  return sessionIn(
    await db.transaction(async (tx) => {
      // A password that was changed while this one was looked at ends this sign-in, too.
      if (!(await holdPassword(tx, user.id, user.passwordHash)))
        throw new AppError({ code: 'credentials-wrong' });
      return enter(tx, deps, UserId.parse(user.id), place);
    }),
  );
}
