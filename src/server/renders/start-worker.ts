import { randomUUID } from 'node:crypto';
import { and, asc, inArray, lt, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../db/database.ts';
import { workers } from '../db/schema/calls.ts';
import { renders } from '../db/schema/renders.ts';
import { isAlive, lockRender } from './find-render.ts';
import type { RenderQueue } from './queue.ts';
import { runRender, type Workshop } from './run-render.ts';
import { settleRender } from './settle-render.ts';

/** How often a worker says that it is alive and looks for orders the queue gave up. */
const HEARTBEAT_MS = 5_000;
/** Rows of workers that died are removed after this long. */
const FORGET_MINUTES = 10;
/** The oldest orders are looked at; a dead one among younger ones becomes the oldest in time. */
const EXAMINED_ORDERS = 20;
/** An order younger than this may still be on its way into the queue's view. */
const GRACE_SECONDS = 30;

/** A running worker. */
export interface RenderWorker {
  /** Stops taking orders; the one in work is left for another worker to take up. */
  close(): Promise<void>;
}

/** Starts working on orders in this process, one at a time, oldest first. */
export async function startWorker(
  shop: Workshop & { readonly queue: RenderQueue; readonly logger: FastifyBaseLogger },
): Promise<RenderWorker> {
  const { db, queue, logger } = shop;
  const ids = [...shop.engines.keys()].map((engine) => ({ id: randomUUID(), engine }));
  const beat = async () => {
    for (const worker of ids) {
      await db
        .insert(workers)
        .values(worker)
        .onConflictDoUpdate({ target: workers.id, set: { seenAt: sql`now()` } });
    }
    await db.delete(workers).where(lt(workers.seenAt, sql`now() - make_interval(mins => ${FORGET_MINUTES})`));
    await endDeadOrders(db, queue);
  };
  await beat();
  const timer = setInterval(() => {
    beat().catch((error: unknown) => logger.error({ err: error }, 'worker heartbeat'));
  }, HEARTBEAT_MS);
  await queue.work(async (renderId, signal) => {
    try {
      await runRender(shop, renderId, signal);
    } catch (error) {
      if (!signal.aborted) logger.error({ err: error, renderId }, 'order will be taken up again');
      throw error;
    }
  });
  return {
    async close() {
      clearInterval(timer);
      await queue.stopWork();
      await db.delete(workers).where(
        inArray(
          workers.id,
          ids.map(({ id }) => id),
        ),
      );
    },
  };
}

/** Ends and refunds orders that the queue has given up: every worker that took them died. */
async function endDeadOrders(db: Db, queue: RenderQueue): Promise<void> {
  const old = await db
    .select({ id: renders.id })
    .from(renders)
    .where(
      and(
        inArray(renders.status, ['queued', 'processing']),
        lt(renders.createdAt, sql`now() - make_interval(secs => ${GRACE_SECONDS})`),
      ),
    )
    .orderBy(asc(renders.id))
    .limit(EXAMINED_ORDERS);
  const dead = await queue.findDead(old.map(({ id }) => id));
  for (const renderId of dead) {
    await db.transaction(async (tx) => {
      const row = await lockRender(tx, renderId);
      if (row === null || !isAlive(row)) return;
      const detail = 'every attempt ended with its worker';
      await settleRender(tx, row, { status: 'error', code: 'engine-failed', detail });
    });
  }
}
