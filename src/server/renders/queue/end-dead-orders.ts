import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm';
import { EngineName } from '../../../contract/engine-name.ts';
import type { Db } from '../../db/database.ts';
import { renders } from '../../db/schema/renders.ts';
import { isAlive, lockRender } from '../find-render.ts';
import type { RenderQueue } from './queue.ts';
import { settleRender } from './settle-render.ts';

/** The oldest orders of an engine are looked at; a dead one among younger ones becomes the oldest in time. */
const EXAMINED_ORDERS = 20;
/** An order younger than this may still be on its way into the queue's view. */
const GRACE_SECONDS = 30;

/** Ends and refunds orders that the queue has given up: every worker that took them died. */
export async function endDeadOrders(db: Db, queue: RenderQueue): Promise<void> {
  for (const renderId of await findDeadOrders(db, queue, EXAMINED_ORDERS)) await endDeadOrder(db, renderId);
}

/**
 * Orders that have not ended and that no worker will ever take: the queue does not know them, or has given them up.
 *
 * @param examined So many of each engine are looked at, the oldest first.
 */
export async function findDeadOrders(
  db: Db,
  queue: Pick<RenderQueue, 'findDead'>,
  examined: number,
): Promise<number[]> {
  const dead: number[] = [];
  for (const engine of EngineName.options) {
    const old = await db
      .select({ id: renders.id })
      .from(renders)
      .where(
        and(
          eq(renders.engine, engine),
          inArray(renders.status, ['queued', 'processing']),
          lt(renders.createdAt, sql`now() - make_interval(secs => ${GRACE_SECONDS})`),
        ),
      )
      .orderBy(asc(renders.id))
      .limit(examined);
    const ids = old.map(({ id }) => id);
    dead.push(...(await queue.findDead(engine, ids)));
  }
  return dead;
}

/** Ends one of them and gives back what its unfinished images cost; one that has ended meanwhile stays as it is. */
export async function endDeadOrder(db: Db, renderId: number): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lockRender(tx, renderId);
    if (row === null || !isAlive(row)) return;
    const detail = 'every attempt ended with its worker';
    await settleRender(tx, row, { status: 'error', code: 'engine-failed', detail });
  });
}
