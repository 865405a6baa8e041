import { desc, eq } from 'drizzle-orm';
import type { InvoiceBody } from '../../contract/http/billing.ts';
import type { UserId } from '../../contract/ids.ts';
import type { Queryable } from '../db/database.ts';
import { invoices } from '../db/schema/billing.ts';
import { toWhole } from './stripe/currency-units.ts';

/** Four years of months, and as many changes. */
const MAX = 100;

/** A person's invoices, newest first. */
export async function listInvoices(db: Queryable, userId: UserId): Promise<InvoiceBody[]> {
  const rows = await db
    .select()
    .from(invoices)
    .where(eq(invoices.userId, userId))
    .orderBy(desc(invoices.createdAt), desc(invoices.id))
    .limit(MAX);
  return rows.map((row) => ({
    id: row.id,
    number: row.number,
    amount: toWhole(row.amount, row.currency),
    currency: row.currency,
    status: row.status,
    credits: row.credits,
    page_url: row.pageUrl,
    pdf_url: row.pdfUrl,
    created_at: row.createdAt.toISOString(),
  }));
}
