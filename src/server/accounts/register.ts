import type { AccountLanguage, SessionBody } from '../../contract/http/accounts.ts';
import { UserId } from '../../contract/ids.ts';
import type { Deps } from '../deps.ts';
import { createAccount } from './create-account.ts';
import { admit, checkAdmission } from './invitations/admit.ts';
import { checkPassword } from './passwords/check-password.ts';
import { hashPassword } from './passwords/password-hash.ts';
import { sendVerification } from './send-verification.ts';
import { openSession, type Place } from './sessions/open-session.ts';

/**
 * Makes an account and signs it in, or changes nothing. Where mail is sent and no invitation has proven it,
 * a link to prove the e-mail goes out.
 *
 * @throws AppError `password-weak`, `email-taken`; `invitation-required`, `invitation-invalid` with a waiting list.
 */
export async function register(
  deps: Deps,
  person: {
    readonly name: string;
    readonly email: string;
    readonly password: string;
    readonly language: AccountLanguage;
    readonly invitation_token?: string | undefined;
  },
  place: Place,
): Promise<SessionBody> {
  const { db } = deps.database;
  const { name, email, language } = person;
  const applicant = { email, invitationToken: person.invitation_token };
  await checkAdmission(db, deps, applicant);
  await checkPassword(person.password, [name, email]);
  const passwordHash = await hashPassword(person.password);
  const { session, isProven } = await db.transaction(async (tx) => {
    const userId = await createAccount(tx, deps, { name, email, passwordHash, language });
    const isProven = await admit(tx, deps, applicant, userId);
    return { session: await openSession(tx, deps, userId, place), isProven };
  });
  const userId = UserId.parse(session.user.id);
  if (!isProven) sendVerification(deps, { userId, email, language, isNew: false });
  return session;
}
