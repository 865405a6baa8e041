import { and, eq, isNull } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import type { Transaction } from '../db/database.ts';
import { invitations } from '../db/schema/accounts.ts';

/** Takes an invitation back; once more is no failure. @throws AppError `not-found`, also for one that was used. */
export async function revokeInvitation(tx: Transaction, id: number, now: Date): Promise<void> {
  const [revoked] = await tx
    .update(invitations)
    .set({ revokedAt: now })
    .where(and(eq(invitations.id, id), isNull(invitations.usedAt)))
    .returning({ id: invitations.id });
  if (!revoked) throw new AppError({ code: 'not-found' });
}
