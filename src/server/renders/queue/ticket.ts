import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, lte } from 'drizzle-orm';
import { TICKET_LIFETIME_MS } from '../../../contract/constants.ts';
import { AppError } from '../../../contract/failure.ts';
import { UserId } from '../../../contract/ids.ts';
import type { Caller } from '../../accounts/sessions/access-token.ts';
import type { Queryable } from '../../db/database.ts';
import { tickets } from '../../db/schema/renders.ts';
import { findRender } from '../find-render.ts';

/**
 * Makes a ticket for the live channel of one's own render: one use, 30 s (I9). It names the session that the channel ends
 * with; only its hash is kept.
 *
 * @throws AppError `not-found`.
 */
export async function issueTicket(
  db: Queryable,
  { userId, sessionId }: Caller,
  renderId: number,
  now: Date,
): Promise<string> {
  await findRender(db, userId, renderId);
  await db.delete(tickets).where(lte(tickets.expiresAt, now));
  const ticket = `${randomBytes(32).toString('base64url')}.${sessionId}`;
  const expiresAt = new Date(now.getTime() + TICKET_LIFETIME_MS);
  await db.insert(tickets).values({ ticketHash: hashOf(ticket), userId, renderId, expiresAt });
  return ticket;
}

/**
 * Uses a ticket up.
 *
 * @returns Whose it is, and the session it was made in.
 * @throws AppError `ticket-invalid` when it was used, has expired, or is for another render.
 */
export async function spendTicket(
  db: Queryable,
  ticket: string,
  renderId: number,
  now: Date,
): Promise<Caller> {
  const [spent] = await db
    .delete(tickets)
    .where(
      and(eq(tickets.ticketHash, hashOf(ticket)), eq(tickets.renderId, renderId), gt(tickets.expiresAt, now)),
    )
    .returning({ userId: tickets.userId });
  const [, sessionId] = ticket.split('.');
  if (spent === undefined || sessionId === undefined) throw new AppError({ code: 'ticket-invalid' });
  return { userId: UserId.parse(spent.userId), sessionId };
}

function hashOf(ticket: string): string {
  return createHash('sha256').update(ticket).digest('hex');
}
