import { and, eq, isNull } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { type Given, prepareSelect } from '../db/prepare-read.ts';
import { renders } from '../db/schema/renders.ts';

export type RenderRow = typeof renders.$inferSelect;

/** What people are shown of a render; the rest is for whoever draws it, or for searches. */
export const shownColumns = {
  id: renders.id,
  userId: renders.userId,
  projectId: renders.projectId,
  status: renders.status,
  engine: renders.engine,
  recipe: renders.recipe,
  price: renders.price,
  refunded: renders.refunded,
  progress: renders.progress,
  nodeId: renders.nodeId,
  rerunOf: renders.rerunOf,
  group: renders.group,
  viewIds: renders.viewIds,
  provenance: renders.provenance,
  warnings: renders.warnings,
  errorCode: renders.errorCode,
  madeOnDevice: renders.madeOnDevice,
  starredAt: renders.starredAt,
  createdAt: renders.createdAt,
  startedAt: renders.startedAt,
  finishedAt: renders.finishedAt,
} as const;
export type ShownRender = Pick<RenderRow, keyof typeof shownColumns>;

const selectRender = prepareSelect(shownColumns, (select, given: Given<{ userId: number; id: number }>) =>
  select
    .from(renders)
    .where(and(eq(renders.id, given('id')), eq(renders.userId, given('userId')), isNull(renders.deletedAt))),
);

/** @throws AppError `not-found`, also for a render of somebody else and for a deleted one. */
export async function findRender(db: Queryable, userId: number, renderId: number): Promise<ShownRender> {
  const [row] = await selectRender(db, { userId, id: renderId });
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
