import { and, eq, type SQL } from 'drizzle-orm';
import type { Db, Transaction } from '../../db/database.ts';
import { renders } from '../../db/schema/renders.ts';
import { lockRender, type RenderRow } from '../find-render.ts';

/** Another attempt has taken over, or the order has ended: what this one makes is of no use. */
export class Superseded extends Error {}

/** Condition on `renders`: the order is still being worked on, and this attempt is the one that counts. */
export function isCurrent(render: RenderRow): SQL | undefined {
  return and(
    eq(renders.id, render.id),
    eq(renders.attempt, render.attempt),
    eq(renders.status, 'processing'),
  );
}

/**
 * Runs a transaction on the locked row of an order.
 *
 * @param render As this attempt read it at its start.
 * @throws Superseded when this attempt does not count any more.
 */
export async function asCurrent<Result>(
  db: Db,
  render: RenderRow,
  work: (tx: Transaction, row: RenderRow) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    const row = await lockRender(tx, render.id);
    if (row === null || row.status !== 'processing' || row.attempt !== render.attempt) throw new Superseded();
    return work(tx, row);
  });
}
