import { and, eq, ne } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import type { AccountLanguage, SessionBody } from '../../contract/http/accounts.ts';
import type { UserId } from '../../contract/ids.ts';
import type { Transaction } from '../db/database.ts';
import { settings, users } from '../db/schema/accounts.ts';
import type { Deps } from '../deps.ts';
import { createAccount } from './create-account.ts';
import { dropWaysIn } from './drop-ways-in.ts';
import {
  findOwnerLink,
  isLinkOf,
  OWNER_KEY,
  OWNER_LINK_KEY,
  OwnerLink,
  readOwner,
} from './owner-settings.ts';
import { checkPassword } from './passwords/check-password.ts';
import { hashPassword } from './passwords/password-hash.ts';
import { setPassword } from './passwords/set-password.ts';
import { openSession, type Place } from './sessions/open-session.ts';

const OWNER_CREDITS = 1_000_000; // PRODUCT.md, Set-up and first run

/**
 * Spends the one-time link. The first time it creates the owner (staff, with credits); later it sets the owner's
 * e-mail and password, takes their second factor, passkeys, API keys, webhooks and sign-ins through others off, and ends all other
 * sessions of theirs. A refusal leaves the link as it was.
 *
 * @throws AppError `owner-link-invalid`, `password-weak`, `email-taken`.
 */
export async function claimOwner(
  deps: Deps,
  claim: {
    readonly token: string;
    /** Of a new owner; a later claim keeps the name. */
    readonly name?: string | undefined;
    readonly email: string;
    readonly password: string;
    readonly language: AccountLanguage;
  },
  place: Place,
): Promise<SessionBody> {
  const { db } = deps.database;
  // Looked at first, so that a stranger cannot make us hash passwords.
  if ((await findOwnerLink(db, claim.token, deps.now())) === null)
    throw new AppError({ code: 'owner-link-invalid' });
  await checkPassword(claim.password, [claim.email]);
  const passwordHash = await hashPassword(claim.password);

  return db.transaction(async (tx) => {
    const [spent] = await tx.delete(settings).where(eq(settings.key, OWNER_LINK_KEY)).returning();
    if (!spent || !isLinkOf(OwnerLink.parse(spent.value), claim.token, deps.now()))
      throw new AppError({ code: 'owner-link-invalid' });
    const owner = await readOwner(tx);
    const userId =
      owner === null
        ? await makeOwner(tx, deps, claim, passwordHash)
        : await resetOwner(tx, deps, owner, claim.email, passwordHash);
    return openSession(tx, deps, userId, place);
  });
}

async function makeOwner(
  tx: Transaction,
  deps: Deps,
  {
    name,
    email,
    language,
  }: { readonly name?: string | undefined; readonly email: string; readonly language: AccountLanguage },
  passwordHash: string,
): Promise<UserId> {
  const userId = await createAccount(tx, deps, {
    language,
    name: name ?? (email.split('@')[0] || 'Owner'),
    email,
    passwordHash,
    ownerCredits: deps.config.hasCredits ? OWNER_CREDITS : 0,
  });
  await tx.insert(settings).values({ key: OWNER_KEY, value: { userId } });
  return userId;
}

async function resetOwner(
  tx: Transaction,
  deps: Deps,
  owner: UserId,
  email: string,
  passwordHash: string,
): Promise<UserId> {
  const emailKey = email.toLowerCase();
  const [other] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.emailKey, emailKey), ne(users.id, owner)));
  if (other) throw new AppError({ code: 'email-taken' });
  await tx.update(users).set({ email, emailKey }).where(eq(users.id, owner));
  await setPassword(tx, owner, passwordHash, deps.now());
  // Whoever can run commands on the server is the owner, also without their phone; nobody else shall have a way in.
  await dropWaysIn(tx, owner);
  return owner;
}
