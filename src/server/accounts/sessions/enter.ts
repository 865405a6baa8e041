import { AppError } from '../../../contract/failure.ts';
import type { SessionBody } from '../../../contract/http/accounts.ts';
import type { UserId } from '../../../contract/ids.ts';
import type { Transaction } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { hasFactor, proveFactor } from '../factors/prove-factor.ts';
import { isOfPassword, makeChallenge, readChallenge } from '../factors/sign-in-challenge.ts';
import { findUser } from '../find-user.ts';
import { checkOpen } from '../invitations/check-open.ts';
import { holdPassword } from '../passwords/hold-password.ts';
import { openSession, type Place } from './open-session.ts';

/** A session, or where the account has a second factor what leads to one. */
export type Entry = { readonly session: SessionBody } | { readonly challenge: string };

/**
 * After the first step of a sign-in.
 *
 * @param provedAt When the person did it, where that was not just now.
 * @throws AppError `account-closed`.
 */
export async function enter(
  tx: Transaction,
  deps: Deps,
  userId: UserId,
  place: Place,
  provedAt?: Date,
): Promise<Entry> {
  if (!(await hasFactor(tx, userId)))
    return { session: await openSession(tx, deps, userId, place, undefined, provedAt) };
  await checkOpen(tx, userId);
  return { challenge: makeChallenge(deps, await findUser(tx, userId)) };
}

/** The session, once what the first step did is kept. @throws AppError `second-factor-wanted`. */
export function sessionIn(entry: Entry): SessionBody {
  if ('session' in entry) return entry.session;
  throw new AppError({ code: 'second-factor-wanted', challenge: entry.challenge });
}

/**
 * The second step of a sign-in.
 *
 * @throws AppError `second-factor-expired`, `second-factor-wrong`, `account-closed`.
 */
export async function finishSignIn(
  deps: Deps,
  { challenge, code }: { readonly challenge: string; readonly code: string },
  place: Place,
  signal: AbortSignal,
): Promise<SessionBody> {
  const { db } = deps.database;
  const expired = new AppError({ code: 'second-factor-expired' });
  const known = readChallenge(deps, challenge);
  if (known === null) throw expired;
  const user = await findUser(db, known).catch(() => {
    throw expired;
  });
  if (!isOfPassword(deps, challenge, user.passwordHash)) throw expired;
  await proveFactor(deps, user, code, signal);
  return db.transaction(async (tx) => {
    // A password that was changed while the code was looked at ends this sign-in, too.
    if (!(await holdPassword(tx, user.id, user.passwordHash))) throw expired;
    return openSession(tx, deps, user.id as UserId, place);
  });
}
