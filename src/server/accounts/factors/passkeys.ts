import { createHmac } from 'node:crypto';
import { and, asc, count, eq } from 'drizzle-orm';
import { AppError } from '../../../contract/failure.ts';
import {
  MAX_PASSKEYS,
  type NewPasskeyBody,
  type PasskeyCreationBody,
} from '../../../contract/http/keys/passkeys.ts';
import type { UserId } from '../../../contract/ids.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import { users } from '../../db/schema/accounts.ts';
import { passkeys } from '../../db/schema/passkeys.ts';
import type { Deps } from '../../deps.ts';
import { deriveKey } from '../../process/secret.ts';
import { findUser } from '../find-user.ts';
import { makePasskeyChallenge, PASSKEY_PATIENCE_MS, spendPasskeyChallenge } from './passkey-challenge.ts';
import { type PersonProof, provePerson } from './prove-person.ts';
import { challengeIn, PASSKEY_ALGORITHMS, type RelyingParty, verifyNewPasskey } from './verify-passkey.ts';

/** Passkeys of an account without their keys, the oldest first. */
export function listPasskeys(db: Queryable, userId: UserId) {
  const { id, name, isBackedUp, createdAt, lastUsedAt } = passkeys;
  return db
    .select({ id, name, isBackedUp, createdAt, lastUsedAt })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(id));
}

/**
 * What a person's authenticator makes one more passkey from, within five minutes.
 *
 * @param signal Ends the wait.
 * @throws AppError `password-wrong`, `second-factor-wrong`, `passkey-limit`.
 */
export async function beginPasskey(
  deps: Deps,
  party: RelyingParty,
  userId: UserId,
  proof: PersonProof,
  signal: AbortSignal,
): Promise<PasskeyCreationBody> {
  const user = await provePerson(deps, userId, proof, signal);
  const own = await deps.database.db
    .select({ id: passkeys.credentialId, transports: passkeys.transports })
    .from(passkeys)
    .where(eq(passkeys.userId, userId));
  if (own.length >= MAX_PASSKEYS) throw new AppError({ code: 'passkey-limit', limit: MAX_PASSKEYS });
  return {
    rp: { id: party.id, name: 'Vitrine' },
    user: { id: handleOf(deps, userId), name: user.email, displayName: user.name },
    challenge: makePasskeyChallenge(deps, user),
    pubKeyCredParams: PASSKEY_ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: PASSKEY_PATIENCE_MS,
    excludeCredentials: own.map((one) => ({ type: 'public-key', ...one })),
    // It signs in alone: it has to know the account, and to make sure of the person.
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  };
}

/**
 * Keeps what was made from {@link beginPasskey}, and tells the person by mail.
 *
 * @throws AppError `passkey-expired`, `passkey-refused`, also for one that is somebody's already, `passkey-limit`.
 */
export async function addPasskey(
  deps: Deps,
  party: RelyingParty,
  userId: UserId,
  given: NewPasskeyBody,
): Promise<void> {
  const { db } = deps.database;
  const user = await findUser(db, userId);
  await spendPasskeyChallenge(deps, user, challengeIn(given.client_data));
  const made = await verifyNewPasskey(party, given);
  await db.transaction(async (tx) => {
    // Two at the same time count one after the other.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
    const [own] = await tx.select({ count: count() }).from(passkeys).where(eq(passkeys.userId, userId));
    if ((own?.count ?? 0) >= MAX_PASSKEYS) {
      throw new AppError({ code: 'passkey-limit', limit: MAX_PASSKEYS });
    }
    const { name, transports } = given;
    const kept = await tx
      .insert(passkeys)
      .values({
        ...made,
        userId,
        userHandle: handleOf(deps, userId),
        name,
        transports,
        createdAt: deps.now(),
      })
      .onConflictDoNothing()
      .returning({ id: passkeys.id });
    if (kept.length === 0) throw new AppError({ code: 'passkey-refused' });
  });
  deps.services.mailer?.send(user, { kind: 'passkey-added' });
}

/** @throws AppError `not-found`, also for somebody else's. */
export async function renamePasskey(db: Queryable, userId: UserId, id: number, name: string): Promise<void> {
  const renamed = await db
    .update(passkeys)
    .set({ name })
    .where(isOwn(userId, id))
    .returning({ id: passkeys.id });
  if (renamed.length === 0) throw new AppError({ code: 'not-found' });
}

/**
 * Takes a passkey off the account, and tells the person by mail.
 *
 * @param signal Ends the wait.
 * @throws AppError `password-wrong`, `second-factor-wrong`, `not-found`, also for somebody else's.
 */
export async function removePasskey(
  deps: Deps,
  userId: UserId,
  id: number,
  proof: PersonProof,
  signal: AbortSignal,
): Promise<void> {
  const { db } = deps.database;
  const user = await provePerson(deps, userId, proof, signal);
  const removed = await db.delete(passkeys).where(isOwn(userId, id)).returning({ id: passkeys.id });
  if (removed.length === 0) throw new AppError({ code: 'not-found' });
  deps.services.mailer?.send(user, { kind: 'passkey-removed' });
}

/** Takes all of an account's passkeys away. */
export async function dropPasskeys(tx: Transaction, userId: UserId): Promise<number> {
  const { rowCount } = await tx.delete(passkeys).where(eq(passkeys.userId, userId));
  return rowCount ?? 0;
}

function isOwn(userId: UserId, id: number) {
  return and(eq(passkeys.id, id), eq(passkeys.userId, userId));
}

/** What authenticators know an account by: it says nothing to others, and is another one in each instance. */
function handleOf({ secret }: Pick<Deps, 'secret'>, userId: UserId): string {
  return createHmac('sha256', deriveKey(secret, 'passkeys')).update(`handle ${userId}`).digest('base64url');
}
