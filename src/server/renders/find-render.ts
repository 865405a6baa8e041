import { and, eq, isNull } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { renders } from '../db/schema/renders.ts';

export type RenderRow = typeof renders.$inferSelect;

/** @throws AppError `not-found`, also for a render of somebody else and for a deleted one. */
export async function findRender(db: Queryable, userId: number, renderId: number): Promise<RenderRow> {
  const [row] = await db
    .select()
    .from(renders)
    .where(and(eq(renders.id, renderId), eq(renders.userId, userId), isNull(renders.deletedAt)));
  if (row === undefined) throw new AppError({ code: 'not-found' });
  return row;
}

/** The row, which nobody else changes until the transaction ends; null when it is gone. */
export async function lockRender(tx: Transaction, renderId: number): Promise<RenderRow | null> {
  const [row] = await tx.select().from(renders).where(eq(renders.id, renderId)).for('update');
  return row ?? null;
}

/**
 * A person's own row, which nobody else changes until the transaction ends.
 *
 * @throws AppError `not-found`, also for a render of somebody else and for a deleted one.
 */
export async function lockOwnRender(tx: Transaction, userId: number, renderId: number): Promise<RenderRow> {
  const [row] = await tx
    .select()
    .from(renders)
    .where(and(eq(renders.id, renderId), eq(renders.userId, userId), isNull(renders.deletedAt)))
    .for('update');
  if (row === undefined) throw new AppError({ code: 'not-found' });
  return row;
}

/** True while an order waits or is being worked on. */
export function isAlive(row: Pick<RenderRow, 'status'>): boolean {
  return row.status === 'queued' || row.status === 'processing';
}
