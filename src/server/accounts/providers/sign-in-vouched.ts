import { and, eq, ne, sql } from 'drizzle-orm';
import type { AppError } from '../../../contract/failure.ts';
import type { AccountLanguage, SessionBody } from '../../../contract/http/accounts.ts';
import { UserId } from '../../../contract/ids.ts';
import type { Transaction } from '../../db/database.ts';
import { identities, users } from '../../db/schema/accounts.ts';
import type { Deps } from '../../deps.ts';
import { noteAct } from '../../staff/note-act.ts';
import { createAccount } from '../create-account.ts';
import { admit } from '../invitations/admit.ts';
import { readOwner } from '../owner-settings.ts';
import { enter, sessionIn } from '../sessions/enter.ts';
import type { Place } from '../sessions/open-session.ts';
import type { Vouched } from './vouched.ts';

/**
 * Signs in whom a provider vouches for, into the account that the provider's number belongs to. The first time that is a
 * new account, or the one with this e-mail if its owner has proven the address here: anybody may have registered an
 * unproven one.
 *
 * @param person.isMember They need no invitation: the provider is the company's own.
 * @param refusal Of an account with this e-mail that is not proven to be theirs.
 * @throws AppError as `refusal` says; `invitation-required`, `invitation-invalid` for a new account; `second-factor-wanted`;
 *   `account-closed`.
 */
export async function signInVouched(
  deps: Deps,
  vouched: Vouched,
  person: {
    readonly language: AccountLanguage;
    readonly invitation_token?: string | undefined;
    readonly isMember: boolean;
  },
  place: Place,
  refusal: () => AppError,
): Promise<SessionBody> {
  const { issuer, subject } = vouched;
  const entry = await deps.database.db.transaction(async (tx) => {
    // Pressed twice, the second press finds what the first one made.
    await tx.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${`identity ${issuer} ${subject}`}, 0))`,
    );
    const known = (await findLinked(tx, vouched)) ?? (await linkProven(tx, vouched, refusal));
    const userId = known ?? (await makeAccount(tx, deps, vouched, person));
    if (vouched.isStaff !== null) await followRole(tx, userId, vouched.isStaff, issuer);
    return enter(tx, deps, userId, place, vouched.askedAt);
  });
  return sessionIn(entry);
}

async function findLinked(tx: Transaction, { issuer, subject }: Vouched): Promise<UserId | null> {
  const isIt = and(eq(identities.issuer, issuer), eq(identities.subject, subject));
  const [found] = await tx.select({ id: identities.userId }).from(identities).where(isIt);
  return found ? UserId.parse(found.id) : null;
}

async function linkProven(
  tx: Transaction,
  vouched: Vouched,
  refusal: () => AppError,
): Promise<UserId | null> {
  const isIt = eq(users.emailKey, vouched.email.toLowerCase());
  const [user] = await tx.select().from(users).where(isIt).for('update');
  if (!user) return null;
  const userId = UserId.parse(user.id);
  // The owner proved to be that with the link of the server.
  const isProven = user.emailVerifiedAt !== null || userId === (await readOwner(tx));
  if (!isProven || !(await link(tx, userId, vouched))) throw refusal();
  return userId;
}

/** @returns False where another person of the provider signs in there. */
async function link(tx: Transaction, userId: UserId, { issuer, subject }: Vouched): Promise<boolean> {
  const made = await tx
    .insert(identities)
    .values({ issuer, subject, userId })
    .onConflictDoNothing({ target: [identities.userId, identities.issuer] })
    .returning({ userId: identities.userId });
  return made.length > 0;
}

async function makeAccount(
  tx: Transaction,
  deps: Deps,
  vouched: Vouched,
  {
    language,
    invitation_token,
    isMember,
  }: { language: AccountLanguage; invitation_token?: string | undefined; isMember: boolean },
): Promise<UserId> {
  const { email, name } = vouched;
  const account = { name, email, passwordHash: null, language, isProven: true, identity: vouched };
  const userId = await createAccount(tx, deps, account);
  await link(tx, userId, vouched);
  if (!isMember) await admit(tx, deps, { email, invitationToken: invitation_token }, userId);
  return userId;
}

/** The owner is staff whatever a provider says. A change stands in the record of what staff did. */
async function followRole(tx: Transaction, userId: UserId, isStaff: boolean, issuer: string): Promise<void> {
  if (userId === (await readOwner(tx))) return;
  const changed = await tx
    .update(users)
    .set({ isStaff })
    .where(and(eq(users.id, userId), ne(users.isStaff, isStaff)))
    .returning({ id: users.id });
  if (changed.length === 0) return;
  await noteAct(tx, {
    staffId: null,
    act: isStaff ? 'staff-made' : 'staff-unmade',
    userId,
    detail: { provider: issuer },
  });
}
