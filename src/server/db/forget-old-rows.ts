import { lte, or, sql } from 'drizzle-orm';
import { DAY_MS } from '../../contract/constants.ts';
import { FAILURES_MS } from '../accounts/factors/throttle-sign-in.ts';
import { forgetOldAnswers } from '../http/idempotency.ts';
import { forgetOldVersions } from '../materials/forget-old-versions.ts';
import type { Db } from './database.ts';
import { accountLinks, creditedBefore, refreshTokens, signInFailures } from './schema/accounts.ts';
import { paymentEvents } from './schema/billing.ts';
import { rateCounts } from './schema/calls.ts';
import { spentChallenges } from './schema/passkeys.ts';
import { pushDue, pushSubscriptions } from './schema/push.ts';
import { tickets } from './schema/renders.ts';
import { webhookDeliveries } from './schema/webhooks.ts';

/** A message of the payment provider can be sent again for 30 days. */
const EVENTS_MS = 40 * DAY_MS;
/** Longer than anybody waits for the same few credits. */
const CREDITED_MS = 365 * DAY_MS;
/** What a webhook was told can be looked at, and sent again, for so long. */
const DELIVERIES_MS = 30 * DAY_MS;

/**
 * Removes what is of no use to anybody any more: answers of writes, links, tokens, tickets, challenges, messages worked on,
 * versions of materials that are gone, what webhooks were told, devices of sessions that are, marks of who had first credits. A spent refresh token stays until it expires: that somebody comes back with it is what tells that
 * it was stolen. Those of a session that is over tell nothing.
 */
export async function forgetOldRows(db: Db, now: Date): Promise<void> {
  const before = (ageMs: number): Date => new Date(now.getTime() - ageMs);
  await forgetOldAnswers(db, now);
  const { expiresAt, revokedAt } = refreshTokens;
  await db.delete(refreshTokens).where(or(lte(expiresAt, now), lte(revokedAt, before(DAY_MS))));
  await db.delete(accountLinks).where(lte(accountLinks.expiresAt, now));
  await db.delete(signInFailures).where(lte(signInFailures.since, before(FAILURES_MS)));
  await db.delete(paymentEvents).where(lte(paymentEvents.createdAt, before(EVENTS_MS)));
  await db.delete(creditedBefore).where(lte(creditedBefore.createdAt, before(CREDITED_MS)));
  await db.delete(rateCounts).where(lte(rateCounts.endsAt, now));
  await db.delete(spentChallenges).where(lte(spentChallenges.expiresAt, now));
  await db.delete(pushDue).where(lte(pushDue.dueAt, before(DAY_MS)));
  const isOver = sql`not exists (select from ${refreshTokens} where ${refreshTokens.family} = ${pushSubscriptions.sessionId})`;
  await db.delete(pushSubscriptions).where(isOver);
  await db.delete(webhookDeliveries).where(lte(webhookDeliveries.createdAt, before(DELIVERIES_MS)));
  await db.delete(tickets).where(lte(tickets.expiresAt, now));
  await forgetOldVersions(db, now);
}
