import { and, eq, isNull } from 'drizzle-orm';
import { AppError } from '../../../contract/failure.ts';
import type { Transaction } from '../../db/database.ts';
import { invitations } from '../../db/schema/accounts.ts';

/**
 * Takes an invitation back.
 *
 * @returns False where somebody had done so before: that is no failure.
 * @throws AppError `not-found`, also for one that was used.
 */
export async function revokeInvitation(tx: Transaction, id: number, now: Date): Promise<boolean> {
  const isUnused = and(eq(invitations.id, id), isNull(invitations.usedAt));
  const [revoked] = await tx
    .update(invitations)
    .set({ revokedAt: now })
    .where(and(isUnused, isNull(invitations.revokedAt)))
    .returning({ id: invitations.id });
  if (revoked) return true;
  const [known] = await tx.select({ id: invitations.id }).from(invitations).where(isUnused);
  if (!known) throw new AppError({ code: 'not-found' });
  return false;
}
