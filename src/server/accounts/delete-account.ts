import { eq, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError } from '../../contract/failure.ts';
import type { DeleteAccountBody } from '../../contract/http/accounts.ts';
import type { UserId } from '../../contract/ids.ts';
import { lockPayer, mayCharge } from '../billing/settlement.ts';
import type { Transaction } from '../db/database.ts';
import { invitations, staffActs, users, waitingList } from '../db/schema/accounts.ts';
import { purchases, subscriptions } from '../db/schema/billing.ts';
import { uploadParts } from '../db/schema/uploads.ts';
import type { Deps } from '../deps.ts';
import { lockProjects } from '../projects/find-project.ts';
import { endAllOrders } from '../renders/orders/end-all-orders.ts';
import { markCredited } from './credited-before.ts';
import { proveOwnFactor } from './factors/prove-factor.ts';
import { findUser } from './find-user.ts';
import { dropApiKeys } from './keys/api-keys.ts';
import { readOwner } from './owner-settings.ts';
import { checkOwnPassword, hasPassword } from './passwords/check-own-password.ts';
import { closeAllSessions } from './sessions/close-all-sessions.ts';

/**
 * Deletes an account with everything in it. First its plan ends; if that fails, nothing is deleted. Stored files go
 * with the sweep once nobody else names them. The record for staff that there was an account remains, and for a year a mark by which its
 * person gets no first credits twice.
 *
 * @param proof The password, or for an account without one its e-mail typed once more; a code of the second factor.
 * @param signal Ends the wait.
 * @throws AppError `owner-stays`, `password-wrong`, `second-factor-wrong`, `payment-unavailable`, `subscription-elsewhere`.
 */
export async function deleteAccount(
  deps: Deps,
  userId: UserId,
  proof: z.infer<typeof DeleteAccountBody>,
  signal: AbortSignal,
): Promise<void> {
  const { db } = deps.database;
  const user = await findUser(db, userId);
  if ((await readOwner(db)) === userId) throw new AppError({ code: 'owner-stays' });
  if (await hasPassword(db, deps.config, user)) await checkOwnPassword(deps, user, proof.password);
  else if (proof.email?.trim().toLowerCase() !== user.emailKey)
    throw new AppError({ code: 'password-wrong' });
  await proveOwnFactor(deps, user, proof.code, signal);

  for (let round = 1; ; round++) {
    await deps.onUserDeleting(userId);
    try {
      return await removeAccount(deps, userId, user.emailKey);
    } catch (error) {
      if (!(error instanceof PaysAgain)) throw error;
      if (round === ROUNDS) throw new AppError({ code: 'payment-unavailable' });
    }
  }
}

/** Something was ordered in another window since payments were ended. */
class PaysAgain extends Error {}

/** How often payments are ended for one deletion. */
const ROUNDS = 3;

/** @throws PaysAgain with nothing deleted. */
async function removeAccount(deps: Deps, userId: UserId, emailKey: string): Promise<void> {
  await deps.database.db.transaction(async (tx) => {
    await lockPayer(tx, userId);
    // Projects, orders, the wallet, then the account: in the order in which everybody else locks them.
    await lockProjects(tx, userId);
    await endAllOrders(tx, userId);
    await markCredited(tx, deps, userId);
    await forgetTraces(tx, userId, emailKey, deps.now());
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
    await dropPurchases(tx, userId);
    await closeAllSessions(tx, userId, deps.now());
    await dropApiKeys(tx, userId);
    await tx.delete(users).where(eq(users.id, userId));
    await tx.insert(staffActs).values({ act: 'account-deleted', userId });
  });
}

/** From here on nobody orders in the account, and a page whose making is not over is closed by whoever makes it. */
async function dropPurchases(tx: Transaction, userId: UserId): Promise<void> {
  const { status, sessionId } = purchases;
  const dropped = await tx
    .delete(purchases)
    .where(eq(purchases.userId, userId))
    .returning({ status, sessionId });
  const isOpen = dropped.some((order) => order.status === 'open' && order.sessionId !== null);
  const plans = await tx.select().from(subscriptions).where(eq(subscriptions.userId, userId));
  if (isOpen || plans.some(mayCharge)) throw new PaysAgain();
}

/** What names the person and does not go with the account's row. */
async function forgetTraces(tx: Transaction, userId: number, emailKey: string, now: Date): Promise<void> {
  await tx.delete(uploadParts).where(eq(uploadParts.userId, userId));
  await tx.delete(waitingList).where(eq(waitingList.emailKey, emailKey));
  const isTheirs = or(eq(invitations.usedBy, userId), sql`lower(${invitations.email}) = ${emailKey}`);
  // Without an address an invitation is good for whoever holds it.
  const revokedAt = sql`coalesce(${invitations.revokedAt}, case when ${invitations.usedAt} is null then ${now.toISOString()}::timestamptz end)`;
  await tx.update(invitations).set({ email: null, revokedAt }).where(isTheirs);
}
