import { and, eq, inArray, isNotNull, lt } from 'drizzle-orm';
import { AppError } from '../../../contract/failure.ts';
import type { Queryable } from '../../db/database.ts';
import { secondFactors } from '../../db/schema/second-factors.ts';
import type { Deps } from '../../deps.ts';
import { stepOf } from './one-time-code.ts';
import { spendRecoveryCode } from './recovery-codes.ts';
import { openSecret } from './seal-secret.ts';
import { forgiveSignIn, tellOfFailures, throttleSignIn } from './throttle-sign-in.ts';

interface Prover {
  readonly id: number;
  readonly emailKey: string;
}

/** Since when accounts have a second factor in force, by id; those without one are left out. */
export async function factorsSince(
  db: Queryable,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, Date>> {
  const { userId, confirmedAt } = secondFactors;
  const rows = await db
    .select({ userId, confirmedAt })
    .from(secondFactors)
    .where(and(inArray(userId, [...userIds]), isNotNull(confirmedAt)));
  return new Map(rows.flatMap((row) => (row.confirmedAt === null ? [] : [[row.userId, row.confirmedAt]])));
}

/** Whether an account's second factor is in force. */
export async function hasFactor(db: Queryable, userId: number): Promise<boolean> {
  return (await factorsSince(db, [userId])).has(userId);
}

/**
 * Uses up a code of the account's app, or one of its recovery codes. Many wrong ones make the next take longer, and the
 * owner is told of them, as with passwords.
 *
 * @param signal Ends the wait.
 * @throws AppError `second-factor-wrong`, also for a code that was used, and for an account without a second factor.
 */
export async function proveFactor(
  deps: Deps,
  user: Prover,
  code: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  if (code === undefined) throw new AppError({ code: 'second-factor-wrong' });
  await countTries(deps, user, signal, () => takeCode(deps, user.id, code));
}

/**
 * {@link proveFactor} where the account has a second factor in force, else nothing: what asks for the password of whoever is
 * signed in asks for this, too. A code is used up by it, so whatever else may be refused is refused before.
 */
export async function proveOwnFactor(
  deps: Deps,
  user: Prover,
  code: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  if (await hasFactor(deps.database.db, user.id)) await proveFactor(deps, user, code, signal);
}

/** Delays a try by the account's recent failures, and counts it. @throws AppError `second-factor-wrong` when it fails. */
export async function countTries<Result>(
  deps: Deps,
  user: Prover,
  signal: AbortSignal,
  tryIt: () => Promise<Result | null>,
): Promise<Result> {
  const key = `second factor ${user.id}`;
  const failures = await throttleSignIn(deps, key, signal);
  const result = await tryIt();
  if (result === null) {
    tellOfFailures(deps, user.emailKey, failures, 'codes');
    throw new AppError({ code: 'second-factor-wrong' });
  }
  await forgiveSignIn(deps.database.db, key);
  return result;
}

async function takeCode(deps: Deps, userId: number, code: string): Promise<true | null> {
  const { db } = deps.database;
  const digits = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(digits)) return (await spendRecoveryCode(db, userId, code)) || null;
  const isOn = and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt));
  const [factor] = await db.select().from(secondFactors).where(isOn);
  const step = factor && stepOf(openSecret(deps, userId, factor.secret), digits, deps.now());
  if (factor === undefined || typeof step !== 'number') return null;
  // Of two calls with the same code, the second finds its step taken.
  const taken = await db
    .update(secondFactors)
    .set({ lastStep: step })
    .where(and(isOn, eq(secondFactors.secret, factor.secret), lt(secondFactors.lastStep, step)))
    .returning({ userId: secondFactors.userId });
  return taken.length > 0 || null;
}
