import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { AppError } from '../../../contract/failure.ts';
import type { UserId } from '../../../contract/ids.ts';
import type { Db, Queryable } from '../../db/database.ts';
import { refreshTokens } from '../../db/schema/accounts.ts';
import { closeSession } from './close-session.ts';

/** More are not listed; signing out everywhere ends them all the same. */
const MAX_SESSIONS = 100;

/** A device, or a browser of one, that somebody is signed in on. */
export interface OpenSession {
  readonly id: string;
  /** Of its last renewal, as is `userAgent`; null for one older than the record of it. */
  readonly address: string | null;
  readonly userAgent: string | null;
  /** As far back as its tokens are kept. */
  readonly signedInAt: Date;
  readonly seenAt: Date;
}

/** The sessions of a person that go on, the last used first. */
export async function listSessions(db: Queryable, userId: UserId, now: Date): Promise<OpenSession[]> {
  const { family, address, userAgent, createdAt } = refreshTokens;
  const newest = sql`order by ${createdAt} desc`;
  return db
    .select({
      id: family,
      address: sql<string | null>`(array_agg(${address} ${newest}))[1]`,
      userAgent: sql<string | null>`(array_agg(${userAgent} ${newest}))[1]`,
      signedInAt: sql`min(${createdAt})`.mapWith(createdAt),
      seenAt: sql`max(${createdAt})`.mapWith(createdAt),
    })
    .from(refreshTokens)
    .where(
      and(
        eq(refreshTokens.userId, userId),
        isNull(refreshTokens.revokedAt),
        gt(refreshTokens.expiresAt, now),
      ),
    )
    .groupBy(family)
    .orderBy(sql`max(${createdAt}) desc`, family)
    .limit(MAX_SESSIONS);
}

/** Signs a person out on one of their devices, at once. @throws AppError `not-found` for a session of nobody or another. */
export async function endOwnSession(db: Db, userId: UserId, sessionId: string, now: Date): Promise<void> {
  const [own] = await db
    .select({ id: refreshTokens.family })
    .from(refreshTokens)
    .where(and(eq(refreshTokens.family, sessionId), eq(refreshTokens.userId, userId)))
    .limit(1);
  if (own === undefined) throw new AppError({ code: 'not-found' });
  await closeSession(db, sessionId, now);
}
