import { sql } from 'drizzle-orm';
import type { EngineName } from '../../contract/render-spec.ts';
import type { Transaction } from '../db/database.ts';
import { renders } from '../db/schema/renders.ts';

/**
 * Place of a new order in its engine's queue, so that people take turns however many orders each has waiting: it comes
 * after the orders that have been started and one place after the person's own last one (start-time fair queueing).
 *
 * @returns The lowest goes first; orders of the same place go by id.
 */
export async function takeTurn(tx: Transaction, engine: EngineName, userId: number): Promise<number> {
  const result = await tx.execute<{ turn: number }>(sql`
    select greatest(
      (select coalesce(max(turn), 0) from ${renders} where engine = ${engine} and started_at is not null),
      (select coalesce(max(turn) + 1, 0) from ${renders}
        where engine = ${engine} and user_id = ${userId} and status in ('queued', 'processing'))
    )::integer as turn`);
  return result.rows[0]?.turn ?? 0;
}
