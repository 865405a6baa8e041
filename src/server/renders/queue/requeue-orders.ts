import { asc, eq, inArray } from 'drizzle-orm';
import { type Connection, connectDatabase, type Db } from '../../db/database.ts';
import { renders } from '../../db/schema/renders.ts';
import { openQueue, type RenderQueue } from './queue.ts';

/**
 * Puts every order that has not ended into the queue of a database in which nobody works yet, and that knows none of them.
 *
 * @param before What is done in it first.
 * @returns How many there were.
 */
export async function requeueAll(
  connection: Connection,
  before: (db: Db) => Promise<void> = async () => {},
): Promise<number> {
  const { db, close } = connectDatabase(connection);
  try {
    await before(db);
    const queue = await openQueue(connection, 'api', () => {});
    try {
      return await requeueOrders(db, queue);
    } finally {
      await queue.close();
    }
  } finally {
    await close();
  }
}

/**
 * Each in its turn. What was paid for it stays reserved, pictures that it has are kept and not made again, and an attempt
 * that was under way is no strike.
 */
async function requeueOrders(db: Db, queue: RenderQueue): Promise<number> {
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
