import { lte } from 'drizzle-orm';
import { FAILURES_MS } from '../accounts/slow-sign-in.ts';
import { forgetOldAnswers } from '../idempotency.ts';
import type { Db } from './database.ts';
import { accountLinks, refreshTokens, signInFailures } from './schema/accounts.ts';
import { paymentEvents } from './schema/billing.ts';
import { rateCounts } from './schema/calls.ts';
import { tickets } from './schema/renders.ts';

/** A message of the payment provider can be sent again for 30 days. */
const EVENTS_MS = 40 * 24 * 3_600_000;

/** Removes what is of no use to anybody any more: answers of writes, links, tokens, tickets, messages worked on. */
export async function forgetOldRows(db: Db, now: Date): Promise<void> {
  await forgetOldAnswers(db, now);
  await db.delete(refreshTokens).where(lte(refreshTokens.expiresAt, now));
  await db.delete(accountLinks).where(lte(accountLinks.expiresAt, now));
  await db.delete(signInFailures).where(lte(signInFailures.since, new Date(now.getTime() - FAILURES_MS)));
  await db.delete(paymentEvents).where(lte(paymentEvents.createdAt, new Date(now.getTime() - EVENTS_MS)));
  await db.delete(rateCounts).where(lte(rateCounts.endsAt, now));
  await db.delete(tickets).where(lte(tickets.expiresAt, now));
}
