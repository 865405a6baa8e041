import { asc, eq, inArray } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { renders } from '../../db/schema/renders.ts';
import type { RenderQueue } from './queue.ts';

/**
 * Puts every order that has not ended into a queue that knows none of them, each in its turn. What was paid for it stays
 * reserved, pictures that it has are kept and not made again, and an attempt that was under way is no strike.
 *
 * @returns How many there were.
 */
export async function requeueOrders(db: Db, queue: RenderQueue): Promise<number> {
  return db.transaction(async (tx) => {
    const alive = await tx
      .select({ id: renders.id, engine: renders.engine, turn: renders.turn })
      .from(renders)
      .where(inArray(renders.status, ['queued', 'processing']))
      .orderBy(asc(renders.id))
      .for('update');
    for (const { id, engine, turn } of alive) {
      await tx.update(renders).set({ status: 'queued', attemptProgress: null }).where(eq(renders.id, id));
      await queue.add(tx, engine, id, turn);
    }
    return alive.length;
  });
}
