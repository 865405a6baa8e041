import { and, asc, count, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import { EngineName } from '../../contract/engine-name.ts';
import { AppError } from '../../contract/failure.ts';
import type { RenderPlacesBody } from '../../contract/http/renders.ts';
import { RenderId, type UserId } from '../../contract/ids.ts';
import type { Transaction } from '../db/database.ts';
import { announce } from '../db/events.ts';
import { renders } from '../db/schema/renders.ts';
import type { RenderQueue } from './queue/queue.ts';
import { queuePositions } from './queue/queue-position.ts';

/** An order that waits, with its turn. */
interface Waiting {
  readonly id: number;
  readonly turn: number;
}

/**
 * Has a person's waiting orders run in another sequence: they change places among themselves, in the queue of each
 * engine, and no order of somebody else comes earlier or later. One that has begun or ended meanwhile is left out.
 *
 * @param ids The one to run first at the front.
 * @throws AppError `not-found` when one of them is somebody else's.
 */
export async function reorderRenders(
  tx: Transaction,
  queue: RenderQueue,
  userId: UserId,
  ids: readonly number[],
): Promise<z.infer<typeof RenderPlacesBody>> {
  const wanted = [...new Set(ids)];
  const isMine = and(eq(renders.userId, userId), inArray(renders.id, wanted));
  const [mine] = await tx.select({ orders: count() }).from(renders).where(isMine);
  if (mine?.orders !== wanted.length) throw new AppError({ code: 'not-found' });
  const moved: number[] = [];
  for (const engine of EngineName.options) {
    const waiting = await tx
      .select({ id: renders.id, turn: renders.turn })
      .from(renders)
      .where(and(eq(renders.engine, engine), eq(renders.status, 'queued')))
      .orderBy(asc(renders.id))
      .for('update');
    const known = new Set(waiting.map(({ id }) => id));
    const named = wanted.filter((id) => known.has(id));
    moved.push(...named);
    for (const { id, turn } of planTurns(waiting, named)) {
      await tx.update(renders).set({ turn }).where(eq(renders.id, id));
      await queue.move(tx, engine, id, turn);
    }
  }
  await announce(tx, 'queue_moved');
  const positions = await queuePositions(tx, moved);
  return moved.map((id) => ({ id: RenderId.parse(id), queue_position: positions.get(id) ?? 1 }));
}

/**
 * The turns that change. Equal turns go by id, so that two of different people may have the same one: where such a tie
 * would turn round, the later one gets the next turn, and all keep their places.
 */
function planTurns(waiting: readonly Waiting[], named: readonly number[]): Waiting[] {
  const line = [...waiting].sort((a, b) => a.turn - b.turn || a.id - b.id);
  const isNamed = new Set(named);
  const next = [...named];
  let before: Waiting | null = null;
  const planned = line.map((slot): Waiting => {
    const id = isNamed.has(slot.id) ? (next.shift() ?? slot.id) : slot.id;
    const least = before === null ? slot.turn : before.turn + (id > before.id ? 0 : 1);
    before = { id, turn: Math.max(slot.turn, least) };
    return before;
  });
  const old = new Map(waiting.map(({ id, turn }) => [id, turn]));
  return planned.filter(({ id, turn }) => old.get(id) !== turn);
}
