import { and, eq, inArray } from 'drizzle-orm';
import type { UserId } from '../../../contract/ids.ts';
import { lockWallet } from '../../credits/move-credits.ts';
import type { Transaction } from '../../db/database.ts';
import { renders } from '../../db/schema/renders.ts';
import { cancelAllRenders } from './cancel-all-renders.ts';

/** An order came between. */
class NotAll extends Error {}

/**
 * Cancels everything of a person that waits or runs, and holds their wallet, without which nothing is ordered, until the
 * transaction ends. Orders are locked before the wallet, as everybody else does it: for one that came between, all is
 * let go and begun again.
 */
export async function endAllOrders(tx: Transaction, userId: UserId): Promise<void> {
  for (;;) {
    try {
      // What a savepoint locked is free again once it is rolled back.
      return await tx.transaction(async (part) => {
        await cancelAllRenders(part, userId);
        await lockWallet(part, userId);
        const isAlive = inArray(renders.status, ['queued', 'processing']);
        const left = await part
          .select({ id: renders.id })
          .from(renders)
          .where(and(eq(renders.userId, userId), isAlive))
          .limit(1);
        if (left.length > 0) throw new NotAll();
      });
    } catch (error) {
      if (!(error instanceof NotAll)) throw error;
    }
  }
}
