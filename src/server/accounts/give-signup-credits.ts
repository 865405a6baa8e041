import { isIP } from 'node:net';
import { sql } from 'drizzle-orm';
import type { UserId } from '../../contract/ids.ts';
import type { Config } from '../config.ts';
import { grantCredits } from '../credits/grant-credits.ts';
import type { Transaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';

/**
 * Gives an account its first credits, once: when its e-mail is verified, or when the owner approves it.
 *
 * @returns The balance afterwards.
 */
export async function giveSignupCredits(
  tx: Transaction,
  deps: Pick<Deps, 'config'>,
  userId: UserId,
): Promise<number> {
  const amount = deps.config.signupCredits;
  return grantCredits(tx, { userId, kind: 'signup', amount, reference: `user:${userId}` });
}

/** Whether the account of a row of `users` has had its first credits, as a column or a condition of a query. */
export const hasFirstCredits = sql<boolean>`exists (
  select from ledger where ledger.kind in ('signup', 'grant') and ledger.reference = 'user:' || "users"."id"
)`;

/**
 * Where only this machine can reach the server, nobody makes accounts for their credits: then they come at once. A
 * proxy in front, or an address for others, means that more than this machine can.
 */
export function givesCreditsAtOnce({ host, publicUrl, trustedProxies }: Config): boolean {
  return isLoopback(host) && isLoopback(new URL(publicUrl).hostname) && trustedProxies === false;
}

function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '');
  return name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'));
}
