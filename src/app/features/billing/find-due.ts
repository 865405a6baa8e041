import type { InvoiceBody } from '../../../contract/http/billing.ts';

/** The newest invoice that can still be paid, on the payment provider's page. @param invoices Newest first. */
export function findDue(invoices: readonly InvoiceBody[]): InvoiceBody | undefined {
  return invoices.find(
    ({ status, page_url: url }) => url !== null && (status === 'open' || status === 'failed'),
  );
}
