import { eq } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import type { UserId } from '../../contract/ids.ts';
import { readOwner } from '../accounts/owner-settings.ts';
import { closeAllSessions } from '../accounts/sessions/close-all-sessions.ts';
import { cancelPlan, type PlanDeps } from '../billing/change-plan.ts';
import { endLostPlan, findCurrent, whereReachable } from '../billing/settlement.ts';
import { settleOpenPages } from '../billing/stop-payments.ts';
import type { Db, Queryable, Transaction } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { endAllOrders } from '../renders/orders/end-all-orders.ts';
import { lockStaff } from './change-staff.ts';
import { noteAct } from './note-act.ts';

/** What ending payments needs, without a server around it. */
export interface ClosingDeps extends PlanDeps {
  readonly db: Db;
}

/**
 * What comes before {@link closeAccount}, and outside its transaction, for the payment provider is slow: pages where something
 * could still be paid are closed, and a plan is not renewed. One that is heard of later is not either, see `receiveEvent`.
 *
 * @throws AppError as {@link closeAccount}; `payment-unavailable`: it may be called again.
 */
export async function endPayments(
  { db, ...deps }: ClosingDeps,
  staffId: UserId | null,
  userId: UserId,
): Promise<void> {
  await checkMayClose(db, staffId, userId);
  const { payments } = deps.services;
  if (payments === null) return;
  await settleOpenPages(db, deps, userId);
  await whereReachable(async () => {
    await endLostPlan(db, payments, userId, deps.now());
    const plan = await findCurrent(db, userId);
    if (plan !== null && !plan.cancelsAtEnd) await db.transaction((tx) => cancelPlan(deps, tx, userId));
  });
}

/**
 * Keeps a person from signing in, and signs them out everywhere at once. What waits or runs is cancelled and given back;
 * their payments {@link endPayments} ended before. Nothing is deleted: {@link openAccount} brings all of it back.
 *
 * @param staffId Who does it; null for whoever runs the server, by its command line.
 * @throws AppError `not-found`, `owner-stays`, `own-account`.
 */
export async function closeAccount(
  tx: Transaction,
  deps: Pick<PlanDeps, 'now'>,
  staffId: UserId | null,
  userId: UserId,
): Promise<void> {
  await checkMayClose(tx, staffId, userId);
  // Orders, the wallet, then accounts: in the order in which everybody else locks them.
  await endAllOrders(tx, userId);
  await lockStaff(tx, staffId);
  if (!(await setClosed(tx, userId, deps.now()))) return;
  await closeAllSessions(tx, userId, deps.now());
  await noteAct(tx, { staffId, act: 'account-closed', userId, detail: {} });
}

async function checkMayClose(db: Queryable, staffId: UserId | null, userId: UserId): Promise<void> {
  if (userId === staffId) throw new AppError({ code: 'own-account' });
  if ((await readOwner(db)) === userId) throw new AppError({ code: 'owner-stays' });
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
