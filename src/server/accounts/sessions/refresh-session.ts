import { and, eq, isNull, ne } from 'drizzle-orm';
import { AppError } from '../../../contract/failure.ts';
import type { SessionBody } from '../../../contract/http/accounts.ts';
import { UserId } from '../../../contract/ids.ts';
import type { Db, Transaction } from '../../db/database.ts';
import { refreshTokens, users } from '../../db/schema/accounts.ts';
import { endSessions } from './end-sessions.ts';
import { openSession, type Place, type SessionDeps } from './open-session.ts';
import { hashToken, REFRESH_GRACE_MS } from './refresh-token.ts';

/** Of one token: a browser that starts again asks for each of its tabs, and no browser of a person has more. */
export const MAX_SUCCESSORS = 20;
const RETRY_SECONDS = 2;

/**
 * Spends a refresh token for a new pair (A9). The spent one is taken again until one of its successors is used, at
 * most 60 s more: an answer may be lost, and two tabs may ask at once. Any later use revokes the whole family, since
 * then two parties hold it.
 *
 * @throws AppError `not-authenticated` for a token that is unknown, expired, revoked or reused; `rate-limited` for one
 *   that has {@link MAX_SUCCESSORS} unused successors.
 */
export async function refreshSession(
  db: Db,
  deps: SessionDeps,
  token: string,
  place: Place,
): Promise<SessionBody> {
  const session = await db.transaction(async (tx) => {
    const found = await lockToken(tx, hashToken(token));
    if (!found) return null;
    const now = deps.now();
    if (found.revokedAt !== null || found.expiresAt <= now) return null;

    // 1. Reuse: revoke. It must be committed, so the refusal is thrown outside.
    const successors = found.replacedAt === null ? [] : await listSuccessors(tx, found.tokenHash);
    if (found.replacedAt !== null && !isInGrace(found.replacedAt, successors, now)) {
      await endSessions(tx, eq(refreshTokens.family, found.family), now);
      return null;
    }

    // 2. Nobody loses their session over it: whoever asks again sends the token that a successor's answer brought.
    if (successors.length >= MAX_SUCCESSORS) {
      throw new AppError({ code: 'rate-limited', retryAfterSeconds: RETRY_SECONDS });
    }

    // 3. First use: it replaces its parent for good, and its siblings count as reused from now on.
    if (found.replacedAt === null) {
      await tx
        .update(refreshTokens)
        .set({ replacedAt: now })
        .where(eq(refreshTokens.tokenHash, found.tokenHash));
      if (found.parentHash !== null) {
        await tx
          .update(refreshTokens)
          .set({ replacedAt: new Date(0) })
          .where(
            and(
              eq(refreshTokens.parentHash, found.parentHash),
              ne(refreshTokens.tokenHash, found.tokenHash),
              isNull(refreshTokens.replacedAt),
            ),
          );
      }
    }
    return openSession(tx, deps, UserId.parse(found.userId), place, found);
  });
  if (session === null) throw new AppError({ code: 'not-authenticated' });
  return session;
}

/** Reads a token and locks its whole family until the transaction ends. */
async function lockToken(tx: Transaction, tokenHash: string) {
  const own = eq(refreshTokens.tokenHash, tokenHash);
  const { family: session, userId } = refreshTokens;
  const [hint] = await tx.select({ family: session, userId }).from(refreshTokens).where(own);
  if (!hint) return undefined;
  // The account before its tokens, as whoever closes it does.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, hint.userId)).for('share');
  const family = await tx
    .select()
    .from(refreshTokens)
    .where(eq(refreshTokens.family, hint.family))
    .orderBy(refreshTokens.tokenHash)
    .for('update');
  return family.find((row) => row.tokenHash === tokenHash);
}

/** What was issued for a token; in a statement that begins once its family is locked, for an earlier one may not see all. */
async function listSuccessors(tx: Transaction, tokenHash: string) {
  return tx
    .select({ replacedAt: refreshTokens.replacedAt })
    .from(refreshTokens)
    .where(eq(refreshTokens.parentHash, tokenHash));
}

function isInGrace(
  replacedAt: Date,
  successors: readonly { readonly replacedAt: Date | null }[],
  now: Date,
): boolean {
  const isRecent = now.getTime() - replacedAt.getTime() <= REFRESH_GRACE_MS;
  return isRecent && successors.every((successor) => successor.replacedAt === null);
}
