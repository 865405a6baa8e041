import { randomUUID } from 'node:crypto';
import type { SessionBody } from '../../../contract/http/accounts.ts';
import type { UserId } from '../../../contract/ids.ts';
import type { Transaction } from '../../db/database.ts';
import { refreshTokens } from '../../db/schema/accounts.ts';
import type { Deps } from '../../deps.ts';
import { deriveKey } from '../../process/secret.ts';
import { checkOpen } from '../invitations/check-open.ts';
import { readUser } from '../read-user.ts';
import { issueAccessToken } from './access-token.ts';
import { hashToken, makeToken, REFRESH_LIFETIME_MS } from './refresh-token.ts';

/** What a session needs of the server's outside world. */
export type SessionDeps = Pick<Deps, 'config' | 'secret' | 'now' | 'services'>;

/** From where a session is opened or renewed. */
export interface Place {
  /** IP address. */
  readonly address: string;
  /** What the browser says it is. */
  readonly userAgent: string;
}

/**
 * Issues a pair of tokens.
 *
 * @param parent The refresh token that this one follows; without it a new family begins.
 * @param provedAt Of a new family: when the person proved who they are, where that was not just now.
 * @throws AppError `account-closed`.
 */
export async function openSession(
  tx: Transaction,
  deps: SessionDeps,
  userId: UserId,
  place: Place,
  parent?: Pick<typeof refreshTokens.$inferSelect, 'tokenHash' | 'family' | 'confirmedAt'>,
  provedAt?: Date,
): Promise<SessionBody> {
  await checkOpen(tx, userId);
  const now = deps.now();
  // Of somebody else's clock, which may be ahead.
  const confirmedAt = provedAt !== undefined && provedAt < now ? provedAt : now;
  const refreshToken = makeToken();
  const sessionId = parent?.family ?? randomUUID();
  await tx.insert(refreshTokens).values({
    tokenHash: hashToken(refreshToken),
    userId,
    family: sessionId,
    parentHash: parent?.tokenHash ?? null,
    ...place,
    confirmedAt: parent === undefined ? confirmedAt : parent.confirmedAt,
    createdAt: now,
    expiresAt: new Date(now.getTime() + REFRESH_LIFETIME_MS),
  });
  return {
    access_token: await issueAccessToken(deriveKey(deps.secret, 'access-token'), { userId, sessionId }, now),
    refresh_token: refreshToken,
    user: await readUser(tx, deps, { userId, sessionId }),
  };
}
