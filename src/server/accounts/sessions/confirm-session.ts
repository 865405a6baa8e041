import { and, eq, gte, isNull } from 'drizzle-orm';
import { AppError } from '../../../contract/failure.ts';
import type { Queryable } from '../../db/database.ts';
import { refreshTokens } from '../../db/schema/accounts.ts';
import type { Deps } from '../../deps.ts';
import { type PersonProof, provePerson } from '../factors/prove-person.ts';
import type { Caller } from './access-token.ts';
import { CONFIRMED_MS } from './refresh-token.ts';

/**
 * Takes the password of who is signed in once more, and a code where they have a second factor.
 *
 * @param signal Ends the wait.
 * @throws AppError `password-wrong`, `second-factor-wrong`.
 */
export async function confirmSession(
  deps: Deps,
  who: Caller,
  proof: PersonProof,
  signal: AbortSignal,
): Promise<void> {
  const { db } = deps.database;
  await provePerson(deps, who.userId, proof, signal);
  await noteConfirmed(db, who, deps.now());
}

/** Whoever holds the session has proved who they are, by all that their account asks for. */
export async function noteConfirmed(db: Queryable, who: Caller, now: Date): Promise<void> {
  const { family, userId, revokedAt } = refreshTokens;
  await db
    .update(refreshTokens)
    .set({ confirmedAt: now })
    .where(and(eq(family, who.sessionId), eq(userId, who.userId), isNull(revokedAt)));
}

/** Whether somebody signed in with the session, or confirmed it, at `since` or later. */
export async function isConfirmedSince(db: Queryable, sessionId: string, since: Date): Promise<boolean> {
  const { family, revokedAt, confirmedAt } = refreshTokens;
  const [found] = await db
    .select({ id: family })
    .from(refreshTokens)
    .where(and(eq(family, sessionId), isNull(revokedAt), gte(confirmedAt, since)))
    .limit(1);
  return found !== undefined;
}

/**
 * Lets on only who signed in, or gave the password, within the last 15 minutes: whoever found a device signed in does
 * not get further with it.
 *
 * @throws AppError `password-needed`.
 */
export async function checkConfirmed(db: Queryable, sessionId: string, now: Date): Promise<void> {
  const since = new Date(now.getTime() - CONFIRMED_MS);
  if (!(await isConfirmedSince(db, sessionId, since))) throw new AppError({ code: 'password-needed' });
}
