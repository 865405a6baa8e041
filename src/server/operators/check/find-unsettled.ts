import { eq, sql } from 'drizzle-orm';
import { UserId } from '../../../contract/ids.ts';
import { lockWallet } from '../../credits/move-credits.ts';
import { refundCredits } from '../../credits/refund-credits.ts';
import type { Db, Queryable } from '../../db/database.ts';
import { renders } from '../../db/schema/renders.ts';
import { isAlive, lockRender } from '../../renders/find-render.ts';
import { findWrongBalances, findWrongReservations } from './compare-wallets.ts';

/** An order that has ended, and of whose price the ledger says less than all what became of it. */
export interface Unsettled {
  readonly userId: UserId;
  readonly renderId: number;
  /** Credits that are neither captured nor given back. */
  readonly amount: number;
}

/**
 * By the ledger alone: the order's price was set aside, and is not made up by images that were captured or given back. A refund of the
 * order gives back all the rest, so that one that has it is settled.
 *
 * @param renderId One order instead of all.
 */
export async function findUnsettled(db: Queryable, renderId?: number): Promise<Unsettled[]> {
  const { rows } = await db.execute<{ user_id: number; id: number; amount: number }>(sql`
    with ended as (
      select renders.id, renders.user_id, -amount::bigint as price, (recipe ->> 'batchSize')::bigint as images
      from renders join ledger on kind = 'reserve' and reference = 'render:' || renders.id
      where status in ('completed', 'error', 'cancelled') ${renderId === undefined ? sql`` : sql`and renders.id = ${renderId}`}
        and not exists (select from ledger as refund where kind = 'refund' and reference = 'render:' || renders.id)
    ), parts as (
      select distinct ended.id, split_part(reference, ':', 4)::bigint as part
      from ended join ledger on ledger.user_id = ended.user_id and ledger.render_id = ended.id
      where kind in ('capture', 'refund') and reference like 'render:%:image:%'
    ), sums as (
      select ended.id, ended.user_id, price - coalesce(sum(price * (part + 1) / images - price * part / images), 0) as amount
      from ended left join parts on parts.id = ended.id group by ended.id, ended.user_id, price
    )
    select user_id, id, amount::int as amount from sums where amount > 0 order by id`);
  return rows.map(({ user_id, id, amount }) => ({ userId: UserId.parse(user_id), renderId: id, amount }));
}

/**
 * Gives it back as the end of the order would have, once.
 *
 * @returns False, with nothing changed, where it is settled by now, the account's balance is not the sum of its ledger, or it has less
 *   set aside than that beside what its running orders cost: somebody mended it by hand.
 */
export async function settleLeftover(db: Db, { renderId, userId }: Unsettled): Promise<boolean> {
  return db.transaction(async (tx) => {
    const row = await lockRender(tx, renderId);
    if (row === null || isAlive(row)) return false;
    await lockWallet(tx, userId);
    const [left] = await findUnsettled(tx, renderId);
    if (left === undefined) return false;
    const [spare] = await findWrongReservations(tx, userId);
    if (spare === undefined || spare.has - spare.due < left.amount) return false;
    if ((await findWrongBalances(tx, userId)).length > 0) return false;
    await refundCredits(tx, left);
    await tx
      .update(renders)
      .set({ refunded: sql`${renders.refunded} + ${left.amount}` })
      .where(eq(renders.id, renderId));
    return true;
  });
}
