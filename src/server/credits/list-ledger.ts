import { and, desc, eq, inArray, lt } from 'drizzle-orm';
import type { z } from 'zod';
import { LEDGER_KINDS, type LedgerEntryBody, type LedgerSort } from '../../contract/http/credits.ts';
import type { UserId } from '../../contract/ids.ts';
import type { Queryable } from '../db/database.ts';
import { ledger } from '../db/schema/money.ts';
import { paysDebt } from './move-credits.ts';

/** Entries of one page. */
export const LEDGER_PAGE = 100;

/**
 * The caller's movements of credits, newest first, at most {@link LEDGER_PAGE}.
 *
 * @param before Only entries older than this id.
 * @param sort Only entries of this sort.
 */
export async function listLedger(
  db: Queryable,
  userId: UserId,
  before?: number,
  sort?: LedgerSort,
): Promise<z.infer<typeof LedgerEntryBody>[]> {
  const rows = await db
    .select()
    .from(ledger)
    .where(
      and(
        eq(ledger.userId, userId),
        before === undefined ? undefined : lt(ledger.id, before),
        sort && inArray(ledger.kind, LEDGER_KINDS[sort]),
      ),
    )
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
    pays_debt: paysDebt(row),
    created_at: row.createdAt.toISOString(),
  }));
}
