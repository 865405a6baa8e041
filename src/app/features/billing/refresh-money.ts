import type { App } from '../../core/app.ts';
import { ACCOUNT_QUERY } from '../../core/use-account.ts';

/** Asks anew for all that a payment changes. */
export async function refreshMoney(app: Pick<App, 'queries'>): Promise<void> {
  const keys = [ACCOUNT_QUERY, ['subscription'], ['invoices'], ['ledger'], ['notices']];
  await Promise.all(keys.map((queryKey) => app.queries.invalidateQueries({ queryKey })));
}
