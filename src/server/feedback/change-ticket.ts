import { eq } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import type { Transaction } from '../db/database.ts';
import { feedback } from '../db/schema/feedback.ts';
import { noteAct } from '../staff/note-act.ts';

/**
 * Closes a ticket, or opens it again; one that is so already stays as it is.
 *
 * @throws AppError `not-found`.
 */
export async function changeTicket(
  tx: Transaction,
  staffId: number,
  id: string,
  isClosed: boolean,
  now: Date,
): Promise<void> {
  const [ticket] = await tx.select().from(feedback).where(eq(feedback.id, id)).for('update');
  if (ticket === undefined) throw new AppError({ code: 'not-found' });
  if ((ticket.closedAt !== null) === isClosed) return;
  await tx
    .update(feedback)
    .set({ closedAt: isClosed ? now : null })
    .where(eq(feedback.id, id));
  await noteAct(tx, {
    staffId,
    act: isClosed ? 'ticket-closed' : 'ticket-opened',
    userId: ticket.userId,
    detail: { ticket: id },
  });
}
