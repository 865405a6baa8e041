import { DAY_MS } from '../../contract/constants.ts';
import type { Db } from '../db/database.ts';
import { keepOwnerLink } from './owner-settings.ts';
import { hashToken, makeToken } from './sessions/refresh-token.ts';

const LIFETIME_MS = DAY_MS;

/**
 * Makes the one-time link with which the owner signs in and chooses a password. It is good for 24 hours; an earlier
 * link stops working. Only its hash is kept, so it cannot be shown twice.
 *
 * @param publicUrl Origin, without a trailing slash.
 */
export async function makeOwnerLink(db: Db, publicUrl: string, now: Date): Promise<string> {
  const token = makeToken();
  await keepOwnerLink(db, { tokenHash: hashToken(token), expiresAtMs: now.getTime() + LIFETIME_MS });
  return `${publicUrl}/#owner=${token}`;
}
