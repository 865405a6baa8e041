import type { UserId } from '../../contract/ids.ts';
import { grantByStaff } from '../credits/grant-by-staff.ts';
import type { Transaction } from '../db/database.ts';
import { noteAct } from './note-act.ts';

/**
 * Gives a person credits, and writes down who did it.
 *
 * @param grant.note The person reads it; empty for none.
 * @throws AppError `not-found`.
 */
export async function grantToPerson(
  tx: Transaction,
  staffId: number,
  grant: { readonly userId: UserId; readonly credits: number; readonly note: string },
): Promise<void> {
  const { userId, credits, note } = grant;
  await grantByStaff(tx, { userId, amount: credits, note: note === '' ? null : note });
  await noteAct(tx, { staffId, act: 'credits-granted', userId, detail: { credits, note } });
}
