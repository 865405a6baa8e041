import { createHash, randomBytes } from 'node:crypto';
import { DAY_MS } from '../../../contract/constants.ts';

/** How long a sign-in lasts without use. */
export const REFRESH_LIFETIME_MS = 30 * DAY_MS;
/** How long a password that was given, or a sign-in, stands for who holds the session. */
export const CONFIRMED_MS = 15 * 60_000;
/** How long a spent token is still taken while none of its successors was used: lost answers, two tabs (A9). */
export const REFRESH_GRACE_MS = 60_000;

/** An opaque 256-bit token, in base64url. Only its hash is ever stored. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Lower-case hex SHA-256 of a token. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
