import { expect, test } from 'vitest';
import { findDue } from '../../../../src/app/features/billing/find-due.ts';
import { InvoiceBody } from '../../../../src/contract/http/billing.ts';

const invoice = (
  id: string,
  status: InvoiceBody['status'],
  page_url: string | null = 'https://pay.example/',
) =>
  InvoiceBody.parse({
    id,
    number: id,
    amount: 30,
    currency: 'EUR',
    status,
    credits: 0,
    page_url,
    pdf_url: null,
    created_at: '2026-06-01T12:00:00.000Z',
  });

test.each(['open', 'failed'] as const)('an invoice that is %s can be paid', (status) => {
  const due = invoice('F-2', status);
  expect(findDue([invoice('F-3', 'paid'), due, invoice('F-1', 'failed')])).toEqual(due);
});

test.each(['paid', 'void', 'refunded', 'disputed'] as const)(
  'nobody is led to pay one that is %s',
  (status) => {
    expect(findDue([invoice('F-1', status)])).toBeUndefined();
  },
);

test('one without a page is not led to', () => {
  expect(findDue([invoice('F-1', 'failed', null)])).toBeUndefined();
});
