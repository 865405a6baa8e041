import { sql } from 'drizzle-orm';
import type { EngineName } from '../../contract/render-spec.ts';
import type { Transaction } from '../db/database.ts';
import { renders } from '../db/schema/renders.ts';

/** Steps of a turn: those of a person with more turns are shorter. Every number of turns that is sold divides it. */
const STEPS = 12;

/**
 * Place of a new order in its engine's queue, so that people take turns however many orders each has waiting: it comes
 * after the orders that have been started and one turn after the person's own last one (start-time fair queueing). Who
 * has more turns has more of their orders drawn for one of somebody else's; nobody is ever passed without end, for each
 * order's place is behind the one before it.
 *
 * @param queueTurns For one of somebody without a plan.
 * @returns The lowest goes first; orders of the same place go by id.
 */
export async function takeTurn(
  tx: Transaction,
  engine: EngineName,
  userId: number,
  queueTurns: number,
): Promise<number> {
  const step = Math.max(Math.floor(STEPS / queueTurns), 1);
  const result = await tx.execute<{ turn: number }>(sql`
    select greatest(
      (select coalesce(max(turn), 0) from ${renders} where engine = ${engine} and started_at is not null),
      (select coalesce(max(turn) + ${step}::integer, 0) from ${renders}
        where engine = ${engine} and user_id = ${userId} and status in ('queued', 'processing'))
    )::integer as turn`);
  return result.rows[0]?.turn ?? 0;
}
