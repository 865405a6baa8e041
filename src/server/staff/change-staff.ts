import { and, eq, isNull } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import type { UserId } from '../../contract/ids.ts';
import { readOwner } from '../accounts/owner-settings.ts';
import type { Transaction } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { noteAct } from './note-act.ts';

/**
 * Makes a person staff, or takes that away; who is so already stays so. The owner stays staff, and so does whoever is
 * the last one.
 *
 * @param staffId Who does it; null for whoever runs the server, by its command line.
 * @throws AppError `not-found`, `owner-stays`, `last-staff`.
 */
export async function changeStaff(
  tx: Transaction,
  staffId: UserId | null,
  change: { readonly userId: UserId; readonly isStaff: boolean },
): Promise<void> {
  const { userId, isStaff } = change;
  const all = await lockStaff(tx, staffId);
  const [person] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
  if (person === undefined) throw new AppError({ code: 'not-found' });
  if (person.isStaff === isStaff) return;
  if (!isStaff && (await readOwner(tx)) === userId) throw new AppError({ code: 'owner-stays' });
  if (!isStaff && all.every(({ id }) => id === userId)) throw new AppError({ code: 'last-staff' });
  await tx.update(users).set({ isStaff }).where(eq(users.id, userId));
  await noteAct(tx, { staffId, act: isStaff ? 'staff-made' : 'staff-unmade', userId, detail: {} });
}

/**
 * All who are staff now. What two of them do to each other comes one after the other.
 *
 * @throws AppError `not-found` when the caller is not one of them any more.
 */
export async function lockStaff(
  tx: Transaction,
  staffId: UserId | null,
): Promise<readonly { readonly id: number }[]> {
  const all = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.isStaff, true), isNull(users.closedAt)))
    .orderBy(users.id)
    .for('no key update');
  if (staffId !== null && !all.some(({ id }) => id === staffId)) throw new AppError({ code: 'not-found' });
  return all;
}
