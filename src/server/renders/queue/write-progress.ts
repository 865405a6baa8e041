import { sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { announce } from '../../db/events.ts';
import { renderPreviews, renders } from '../../db/schema/renders.ts';
import type { PictureWorkers } from '../../images/pictures.ts';
import type { EngineEvent } from '../engines/engine.ts';
import type { RenderRow } from '../find-render.ts';
import { isCurrent } from './attempt.ts';

/**
 * Tells everybody how far an order is. Progress never falls, also when a second attempt starts from nothing.
 *
 * @returns False when this attempt does not count any more.
 */
export async function writeProgress(
  db: Db,
  render: RenderRow,
  event: Extract<EngineEvent, { kind: 'progress' }>,
): Promise<boolean> {
  const rows = await db
    .update(renders)
    .set({
      progress: sql`greatest(${renders.progress}, ${event.percent}::real)`,
      attemptProgress: event.percent,
      nodeId: event.nodeId,
      sequence: sql`${renders.sequence} + 1`,
    })
    .where(isCurrent(render))
    .returning({ id: renders.id });
  if (rows.length === 0) return false;
  await announce(db, 'render_changed', String(render.id));
  return true;
}

/**
 * Shows everybody what a running order looks like by now. Does nothing when this attempt does not count any more.
 *
 * @throws What `signal` aborts with, while it waits to be drawn.
 */
export async function writePreview(
  { db, pictures }: { readonly db: Db; readonly pictures: PictureWorkers },
  render: RenderRow,
  { rgba, widthPx, heightPx }: Extract<EngineEvent, { kind: 'preview' }>,
  signal: AbortSignal,
): Promise<void> {
  const work = pictures.workFor({ lane: 'background', caller: render.userId, signal });
  const image = Buffer.from(await work.encodePreview({ rgba, widthPx, heightPx }));
  const [row] = await db
    .update(renders)
    .set({ sequence: sql`${renders.sequence} + 1` })
    .where(isCurrent(render))
    .returning({ sequence: renders.sequence });
  if (row === undefined) return;
  const { sequence } = row;
  await db
    .insert(renderPreviews)
    .values({ renderId: render.id, sequence, image })
    .onConflictDoUpdate({ target: renderPreviews.renderId, set: { sequence, image } });
  await announce(db, 'render_changed', String(render.id));
}
