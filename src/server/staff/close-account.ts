import { eq } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import type { UserId } from '../../contract/ids.ts';
import { readOwner } from '../accounts/owner-settings.ts';
import { closeAllSessions } from '../accounts/sessions/close-all-sessions.ts';
import { cancelPlan, type PlanDeps } from '../billing/change-plan.ts';
import { closeEarlier } from '../billing/open-checkout.ts';
import { findCurrent, lockPayer } from '../billing/settlement.ts';
import type { Transaction } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { endAllOrders } from '../renders/orders/end-all-orders.ts';
import { lockStaff } from './change-staff.ts';
import { noteAct } from './note-act.ts';

/**
 * Keeps a person from signing in, and signs them out everywhere at once. What waits or runs is cancelled and given back,
 * and a plan is not renewed. Nothing is deleted: {@link openAccount} brings all of it back.
 *
 * @param staffId Who does it; null for whoever runs the server, by its command line.
 * @throws AppError `not-found`, `owner-stays`, `own-account`; `payment-unavailable` with nothing changed.
 */
export async function closeAccount(
  tx: Transaction,
  deps: PlanDeps,
  staffId: UserId | null,
  userId: UserId,
): Promise<void> {
  if (userId === staffId) throw new AppError({ code: 'own-account' });
  if ((await readOwner(tx)) === userId) throw new AppError({ code: 'owner-stays' });
  // Payments, orders, the wallet, then accounts: in the order in which everybody else locks them.
  await lockPayer(tx, userId);
  await endAllOrders(tx, userId);
  await lockStaff(tx, staffId);
  const isNew = await setClosed(tx, userId, deps.now());
  await endPayments(tx, deps, userId);
  if (!isNew) return;
  await closeAllSessions(tx, userId, deps.now());
  await noteAct(tx, { staffId, act: 'account-closed', userId, detail: {} });
}

/** Closes pages where something could still be paid, and does not renew a plan. */
async function endPayments(tx: Transaction, deps: PlanDeps, userId: UserId): Promise<void> {
  const { payments } = deps.services;
  if (payments === null) return;
  await closeEarlier(tx, payments, userId, null);
  const plan = await findCurrent(tx, userId);
  if (plan !== null && !plan.cancelsAtEnd) await cancelPlan(deps, tx, userId);
}

/** Lets a person sign in again. A plan that was not renewed stays so. @throws AppError `not-found`. */
export async function openAccount(tx: Transaction, staffId: UserId | null, userId: UserId): Promise<void> {
  if (await setClosed(tx, userId, null)) {
    await noteAct(tx, { staffId, act: 'account-opened', userId, detail: {} });
  }
}

/** @returns Whether it was otherwise before. */
async function setClosed(tx: Transaction, userId: UserId, closedAt: Date | null): Promise<boolean> {
  const [person] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
  if (person === undefined) throw new AppError({ code: 'not-found' });
  if ((person.closedAt === null) === (closedAt === null)) return false;
  await tx.update(users).set({ closedAt }).where(eq(users.id, userId));
  return true;
}
