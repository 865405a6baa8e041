import { and, desc, eq, lt } from 'drizzle-orm';
import type { z } from 'zod';
import type { LedgerEntryBody } from '../../contract/http/credits.ts';
import type { UserId } from '../../contract/ids.ts';
import type { Queryable } from '../db/database.ts';
import { ledger } from '../db/schema/money.ts';

/** Entries of one page. */
export const LEDGER_PAGE = 100;

/**
 * The caller's movements of credits, newest first, at most {@link LEDGER_PAGE}.
 *
 * @param before Only entries older than this id.
 */
export async function listLedger(
  db: Queryable,
  userId: UserId,
  before?: number,
): Promise<z.infer<typeof LedgerEntryBody>[]> {
  const rows = await db
    .select()
    .from(ledger)
    .where(and(eq(ledger.userId, userId), before === undefined ? undefined : lt(ledger.id, before)))
    .orderBy(desc(ledger.id))
    .limit(LEDGER_PAGE);
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    amount: row.amount,
    balance_after: row.balanceAfter,
    render_id: row.renderId,
    item: row.item,
    note: row.note,
    created_at: row.createdAt.toISOString(),
  }));
}
