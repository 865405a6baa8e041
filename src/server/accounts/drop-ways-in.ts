import { eq } from 'drizzle-orm';
import type { UserId } from '../../contract/ids.ts';
import type { Transaction } from '../db/database.ts';
import { apiKeys, identities } from '../db/schema/accounts.ts';
import { webhooks } from '../db/schema/webhooks.ts';
import { dropPasskeys } from './factors/passkeys.ts';
import { dropFactor } from './factors/second-factor.ts';

/**
 * Takes off an account whatever somebody else may have put there to come back or to listen: passkeys, the second factor with its
 * recovery codes, API keys, sign-ins through others, webhooks. The password and its sessions are `setPassword`'s.
 */
export async function dropWaysIn(tx: Transaction, userId: UserId): Promise<void> {
  await dropFactor(tx, userId);
  await dropPasskeys(tx, userId);
  await tx.delete(apiKeys).where(eq(apiKeys.userId, userId));
  await tx.delete(identities).where(eq(identities.userId, userId));
  await tx.delete(webhooks).where(eq(webhooks.userId, userId));
}
