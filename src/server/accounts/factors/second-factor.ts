import { and, count, eq, isNull, lt } from 'drizzle-orm';
import { AppError } from '../../../contract/failure.ts';
import type { UserId } from '../../../contract/ids.ts';
import type { Db, Transaction } from '../../db/database.ts';
import { recoveryCodes, secondFactors } from '../../db/schema/second-factors.ts';
import type { Deps } from '../../deps.ts';
import { findUser } from '../find-user.ts';
import type { Caller } from '../sessions/access-token.ts';
import { noteConfirmed } from '../sessions/confirm-session.ts';
import { checkHolder } from './check-holder.ts';
import { describeSecret, makeCodeSecret, stepOf } from './one-time-code.ts';
import { countTries, hasFactor, proveFactor } from './prove-factor.ts';
import { renewRecoveryCodes } from './recovery-codes.ts';
import { openSecret, sealSecret } from './seal-secret.ts';

/** Password where the account has one, and a code of the app or a recovery code. */
interface Proof {
  readonly password?: string | undefined;
  readonly code: string;
}

/** Whether it is in force, and how many recovery codes are left. */
export async function readFactor(db: Db, userId: UserId): Promise<{ isOn: boolean; codesLeft: number }> {
  const [left] = await db
    .select({ codes: count() })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.userId, userId));
  return { isOn: await hasFactor(db, userId), codesLeft: left?.codes ?? 0 };
}

/** Whether the account has to have one: it is of staff, who need it here. */
export async function needsFactor({ config, database }: Deps, userId: UserId): Promise<boolean> {
  return config.staffNeedFactor && (await findUser(database.db, userId)).isStaff;
}

/**
 * Makes what the person's app shall make codes from. Nothing is asked for until {@link confirmFactor}; begun again, what
 * was begun before is worth nothing.
 *
 * @throws AppError `password-wrong`, `password-needed`, `second-factor-on`.
 */
export async function beginFactor(
  deps: Deps,
  { userId, sessionId }: Caller,
  password: string | undefined,
): Promise<{ address: string; secret: string }> {
  const { db } = deps.database;
  const user = await findUser(db, userId);
  await checkHolder(deps, user, sessionId, password);
  const secret = makeCodeSecret();
  const sealed = sealSecret(deps, userId, secret);
  const begun = await db
    .insert(secondFactors)
    .values({ userId, secret: sealed })
    .onConflictDoUpdate({
      target: secondFactors.userId,
      set: { secret: sealed },
      setWhere: isNull(secondFactors.confirmedAt),
    })
    .returning({ userId: secondFactors.userId });
  if (begun.length === 0) throw new AppError({ code: 'second-factor-on' });
  return describeSecret(secret, user.email);
}

/**
 * Switches on what was begun, by a first code, and tells the person by mail. The session that did it has proved the
 * factor; all others of the account have not, see `find-staff-lack.ts`.
 *
 * @returns Recovery codes, which nobody can read again.
 * @throws AppError `second-factor-wrong`, also where nothing was begun.
 */
export async function confirmFactor(
  deps: Deps,
  who: Caller,
  code: string,
  signal: AbortSignal,
): Promise<string[]> {
  const { db } = deps.database;
  const { userId } = who;
  const user = await findUser(db, userId);
  const isBegun = and(eq(secondFactors.userId, userId), isNull(secondFactors.confirmedAt));
  const codes = await countTries(deps, user, signal, async () => {
    const [begun] = await db.select().from(secondFactors).where(isBegun);
    const digits = code.replace(/\s/g, '');
    const step = begun && stepOf(openSecret(deps, userId, begun.secret), digits, deps.now());
    if (begun === undefined || typeof step !== 'number') return null;
    return db.transaction(async (tx) => {
      const isIt = and(isBegun, eq(secondFactors.secret, begun.secret), lt(secondFactors.lastStep, step));
      const now = deps.now();
      const on = { confirmedAt: now, lastStep: step };
      const switched = await tx.update(secondFactors).set(on).where(isIt).returning();
      if (switched.length === 0) return null;
      await noteConfirmed(tx, who, now);
      return renewRecoveryCodes(tx, userId);
    });
  });
  deps.services.mailer?.send(user, { kind: 'second-factor-on' });
  return codes;
}

/** New recovery codes in place of those there were. @throws AppError `password-wrong`, `password-needed`, `second-factor-wrong`. */
export async function renewOwnCodes(
  deps: Deps,
  who: Caller,
  proof: Proof,
  signal: AbortSignal,
): Promise<string[]> {
  await prove(deps, who, proof, signal);
  return deps.database.db.transaction((tx) => renewRecoveryCodes(tx, who.userId));
}

/**
 * Switches it off, and tells the person by mail.
 *
 * @throws AppError `second-factor-stays`, `password-wrong`, `password-needed`, `second-factor-wrong`.
 */
export async function endFactor(deps: Deps, who: Caller, proof: Proof, signal: AbortSignal): Promise<void> {
  if (await needsFactor(deps, who.userId)) throw new AppError({ code: 'second-factor-stays' });
  const user = await prove(deps, who, proof, signal);
  await deps.database.db.transaction((tx) => dropFactor(tx, who.userId));
  deps.services.mailer?.send(user, { kind: 'second-factor-off' });
}

/** Takes an account's second factor away with its recovery codes. @returns How many there were: 0 or 1. */
export async function dropFactor(tx: Transaction, userId: number): Promise<number> {
  const { rowCount } = await tx.delete(secondFactors).where(eq(secondFactors.userId, userId));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  return rowCount ?? 0;
}

async function prove(
  deps: Deps,
  { userId, sessionId }: Caller,
  { password, code }: Proof,
  signal: AbortSignal,
) {
  const user = await findUser(deps.database.db, userId);
  await checkHolder(deps, user, sessionId, password);
  await proveFactor(deps, user, code, signal);
  return user;
}
