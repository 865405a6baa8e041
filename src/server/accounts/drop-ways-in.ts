import { eq } from 'drizzle-orm';
import type { WayIn } from '../../contract/http/accounts.ts';
import type { UserId } from '../../contract/ids.ts';
import type { Transaction } from '../db/database.ts';
import { identities } from '../db/schema/accounts.ts';
import { webhooks } from '../db/schema/webhooks.ts';
import { dropPasskeys } from './factors/passkeys.ts';
import { dropFactor } from './factors/second-factor.ts';
import { dropApiKeys } from './keys/api-keys.ts';

/**
 * Takes off an account whatever somebody else may have put there to come back or to listen: passkeys, the second factor with its
 * recovery codes, API keys, sign-ins through others, webhooks. The password and its sessions are `setPassword`'s.
 *
 * @returns What of it there was.
 */
export async function dropWaysIn(tx: Transaction, userId: UserId): Promise<WayIn[]> {
  const dropped: [WayIn, number][] = [
    ['second-factor', await dropFactor(tx, userId)],
    ['passkeys', await dropPasskeys(tx, userId)],
    ['api-keys', await dropApiKeys(tx, userId)],
    ['identities', (await tx.delete(identities).where(eq(identities.userId, userId))).rowCount ?? 0],
    ['webhooks', (await tx.delete(webhooks).where(eq(webhooks.userId, userId))).rowCount ?? 0],
  ];
  return dropped.filter(([, count]) => count > 0).map(([way]) => way);
}
