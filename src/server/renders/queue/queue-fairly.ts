import { sql } from 'drizzle-orm';
import type { EngineName } from '../../../contract/engine-name.ts';
import type { Transaction } from '../../db/database.ts';
import { prepareSql } from '../../db/prepare-read.ts';
import { renders } from '../../db/schema/renders.ts';

/** Steps of a turn: those of a person with more turns are shorter. Every number of turns that is sold divides it. */
const STEPS = 12;

const findNext = prepareSql<{ engine: EngineName; userId: number; step: number }, { turn: number }>(
  (given) => sql`select greatest(
      (select coalesce(max(turn), 0) from ${renders} where engine = ${given('engine')} and started_at is not null),
      (select coalesce(max(turn) + ${given('step')}::integer, 0) from ${renders}
        where engine = ${given('engine')} and user_id = ${given('userId')} and status in ('queued', 'processing'))
    )::integer as turn`,
);

/**
 * Place of a new order in its engine's queue, so that people take turns however many orders each has waiting: it comes
 * after the orders that have been started and one turn after the person's own last one (start-time fair queueing). Who
 * has more turns has more of their orders drawn for one of somebody else's; nobody is ever passed without end, for each
 * order's place is behind the one before it.
 *
 * @param queueTurns For one of somebody without a plan.
 * @returns The lowest goes first; orders of the same place go by id.
 */
export async function queueFairly(
  tx: Transaction,
  engine: EngineName,
  userId: number,
  queueTurns: number,
): Promise<number> {
  const step = Math.max(Math.floor(STEPS / queueTurns), 1);
  const [next] = await findNext(tx, { engine, userId, step });
  return next?.turn ?? 0;
}
