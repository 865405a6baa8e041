import { inArray } from 'drizzle-orm';
import { EngineName } from '../../../contract/engine-name.ts';
import type { Db } from '../../db/database.ts';
import { renders } from '../../db/schema/renders.ts';
import type { RenderQueue } from '../../renders/queue/queue.ts';

/** Places in the queue whose order has ended or is gone. A worker that takes one sees so, and does nothing. */
export async function findStrayJobs(db: Db, queue: Pick<RenderQueue, 'listWaiting'>): Promise<number> {
  // First the queue: an order that comes between is in both.
  const waiting = (await Promise.all(EngineName.options.map((engine) => queue.listWaiting(engine)))).flat();
  const alive = await db
    .select({ id: renders.id })
    .from(renders)
    .where(inArray(renders.status, ['queued', 'processing']));
  const ids = new Set(alive.map(({ id }) => id));
  return waiting.filter((id) => !ids.has(id)).length;
}
