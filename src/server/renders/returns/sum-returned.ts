import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { renderReturns } from '../../db/schema/renders.ts';

/** Credits that were given back for single pictures of a render: sent back, or not charged. */
export async function sumReturned(db: Queryable, renderId: number): Promise<number> {
  const [found] = await db
    .select({ sum: sql<number>`coalesce(sum(${renderReturns.refunded}), 0)::int` })
    .from(renderReturns)
    .where(eq(renderReturns.renderId, renderId));
  return found?.sum ?? 0;
}
