import { lte } from 'drizzle-orm';
import { forgetOldAnswers } from '../idempotency.ts';
import type { Db } from './database.ts';
import { accountLinks, refreshTokens } from './schema/accounts.ts';
import { tickets } from './schema/renders.ts';

/** Removes what has expired and is of no use to anybody: answers of writes, links, refresh tokens, tickets. */
export async function forgetOldRows(db: Db, now: Date): Promise<void> {
  await forgetOldAnswers(db, now);
  await db.delete(refreshTokens).where(lte(refreshTokens.expiresAt, now));
  await db.delete(accountLinks).where(lte(accountLinks.expiresAt, now));
  await db.delete(tickets).where(lte(tickets.expiresAt, now));
}
