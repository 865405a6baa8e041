import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { and, count, desc, eq } from 'drizzle-orm';
import { DAY_MS } from '../../../contract/constants.ts';
import { AppError } from '../../../contract/failure.ts';
import { API_KEY_PREFIX, MAX_API_KEYS, type NewApiKeyBody } from '../../../contract/http/keys/api-keys.ts';
import type { UserId } from '../../../contract/ids.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import { announce } from '../../db/events.ts';
import { apiKeys, users } from '../../db/schema/accounts.ts';
import type { Deps } from '../../deps.ts';
import { checkHolder } from '../factors/check-holder.ts';
import { proveOwnFactor } from '../factors/prove-factor.ts';
import { findUser } from '../find-user.ts';
import type { Caller } from '../sessions/access-token.ts';

/** 256 bits: nobody guesses one, so its hash needs no salt and no slowness. */
const SECRET_BYTES = 32;
const ENDING_LENGTH = 4;

export type ApiKeyRow = Omit<typeof apiKeys.$inferSelect, 'keyHash' | 'userId'>;

/** SHA-256 of a key, hex: all that is kept of it. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** Keys of an account, the newest first. */
export function listApiKeys(db: Queryable, userId: UserId): Promise<ApiKeyRow[]> {
  const { id, name, scopes, ending, createdAt, lastUsedAt, expiresAt } = apiKeys;
  return db
    .select({ id, name, scopes, ending, createdAt, lastUsedAt, expiresAt })
    .from(apiKeys)
    .where(eq(apiKeys.userId, userId))
    .orderBy(desc(createdAt), desc(id));
}

/**
 * Makes a key, and tells the person by mail.
 *
 * @param signal Ends the wait.
 * @returns With the key itself, which nobody can be told again.
 * @throws AppError `password-wrong`, `password-needed`, `second-factor-wrong`, `api-key-limit`.
 */
export async function makeApiKey(
  deps: Deps,
  { userId, sessionId }: Caller,
  { name, scopes, expires_in_days: days, password, code }: NewApiKeyBody,
  signal: AbortSignal,
): Promise<ApiKeyRow & { readonly key: string }> {
  const { db } = deps.database;
  const user = await findUser(db, userId);
  await checkHolder(deps, user, sessionId, password);
  await proveOwnFactor(deps, user, code, signal);
  const key = API_KEY_PREFIX + randomBytes(SECRET_BYTES).toString('base64url');
  const now = deps.now();
  const row = {
    id: randomUUID(),
    name,
    scopes: [...scopes],
    ending: key.slice(-ENDING_LENGTH),
    createdAt: now,
    lastUsedAt: null,
    expiresAt: days === null ? null : new Date(now.getTime() + days * DAY_MS),
  };
  await db.transaction(async (tx) => {
    // Two at the same time count one after the other.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
    const [own] = await tx.select({ count: count() }).from(apiKeys).where(eq(apiKeys.userId, userId));
    if ((own?.count ?? 0) >= MAX_API_KEYS) throw new AppError({ code: 'api-key-limit', limit: MAX_API_KEYS });
    await tx.insert(apiKeys).values({ ...row, userId, keyHash: hashKey(key) });
  });
  deps.services.mailer?.send(user, { kind: 'api-key-made' });
  return { ...row, key };
}

/** It works no longer, from the next call on. @throws AppError `not-found`, also for somebody else's. */
export async function revokeApiKey(tx: Transaction, userId: UserId, id: string): Promise<void> {
  if ((await dropApiKeys(tx, userId, id)) === 0) throw new AppError({ code: 'not-found' });
}

/**
 * Removes keys of an account, and with them the live channels that were opened with them.
 *
 * @param id Of one; without it all are meant.
 * @returns How many there were.
 */
export async function dropApiKeys(tx: Transaction, userId: UserId, id?: string): Promise<number> {
  const own = eq(apiKeys.userId, userId);
  const removed = await tx
    .delete(apiKeys)
    .where(id === undefined ? own : and(own, eq(apiKeys.id, id)))
    .returning({ id: apiKeys.id });
  for (const key of removed) await announce(tx, 'session_ended', key.id);
  return removed.length;
}
