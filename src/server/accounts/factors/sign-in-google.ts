import { eq, sql } from 'drizzle-orm';
import { AppError } from '../../../contract/failure.ts';
import type { AccountLanguage, SessionBody } from '../../../contract/http/accounts.ts';
import { UserId } from '../../../contract/ids.ts';
import type { Transaction } from '../../db/database.ts';
import { users } from '../../db/schema/accounts.ts';
import type { Deps } from '../../deps.ts';
import { createAccount } from '../create-account.ts';
import { admit } from '../invitations/admit.ts';
import { enter, sessionIn } from '../sessions/enter.ts';
import type { Place } from '../sessions/open-session.ts';
import type { GoogleIdentity } from './verify-google.ts';

/**
 * Signs in whom Google vouches for, into the account that Google's number belongs to. The first time that is a new
 * account, or the one with this e-mail if its owner has proven the address here: anybody may have registered an
 * unproven one.
 *
 * @throws AppError `google-refused` for such an account; `invitation-required`, `invitation-invalid` for a new one;
 *   `second-factor-wanted`.
 */
export async function signInGoogle(
  deps: Deps,
  identity: GoogleIdentity,
  person: { readonly language: AccountLanguage; readonly invitation_token?: string | undefined },
  place: Place,
): Promise<SessionBody> {
  const entry = await deps.database.db.transaction(async (tx) => {
    // Pressed twice, the second press finds what the first one made.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`google ${identity.subject}`}, 0))`);
    const known = (await findLinked(tx, identity)) ?? (await linkProven(tx, identity));
    const userId = known ?? (await makeAccount(tx, deps, identity, person));
    return enter(tx, deps, userId, place);
  });
  return sessionIn(entry);
}

async function findLinked(tx: Transaction, { subject }: GoogleIdentity): Promise<UserId | null> {
  const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.googleSubject, subject));
  return user ? UserId.parse(user.id) : null;
}

async function linkProven(tx: Transaction, { subject, email }: GoogleIdentity): Promise<UserId | null> {
  const [user] = await tx.select().from(users).where(eq(users.emailKey, email.toLowerCase())).for('update');
  if (!user) return null;
  if (user.emailVerifiedAt === null || user.googleSubject !== null) {
    throw new AppError({ code: 'google-refused', reason: 'email' });
  }
  await tx.update(users).set({ googleSubject: subject }).where(eq(users.id, user.id));
  return UserId.parse(user.id);
}

async function makeAccount(
  tx: Transaction,
  deps: Deps,
  { subject, email, name }: GoogleIdentity,
  { language, invitation_token }: { language: AccountLanguage; invitation_token?: string | undefined },
): Promise<UserId> {
  const account = { name, email, passwordHash: null, language, googleSubject: subject };
  const userId = await createAccount(tx, deps, account);
  await admit(tx, deps, { email, invitationToken: invitation_token }, userId);
  return userId;
}
