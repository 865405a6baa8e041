import { expect, test } from 'vitest';
import { nameEntry } from '../../../../src/app/features/billing/ledger-rows.ts';
import type { LedgerEntryBody } from '../../../../src/contract/http/credits.ts';
import { LATE_TEXTS } from '../../../support/late-texts.ts';

const refund = (item: string | null): LedgerEntryBody => ({
  id: 1,
  kind: 'refund',
  amount: 200,
  balance_after: 400,
  render_id: 7,
  item,
  note: null,
  pays_debt: false,
  created_at: '2026-11-27T12:00:00Z',
});

test('a refund says whether an order ended early, a check failed, or a picture was sent back', () => {
  expect([null, 'failed-check', 'sent-back'].map((item) => nameEntry(LATE_TEXTS.en, refund(item)))).toEqual([
    'Render 7: returned',
    'Render 7: not charged, the product came back changed',
    'Render 7: a picture was sent back',
  ]);
  expect(nameEntry(LATE_TEXTS.es, refund('failed-check'))).toBe(
    'Render 7: sin cobrar, el producto volvió cambiado',
  );
});

test('what came and paid what was owed is no payment that was taken back', () => {
  const back = { ...refund(null), kind: 'clawback', render_id: null, amount: -200 } as const;
  const names = (entry: LedgerEntryBody) => [
    nameEntry(LATE_TEXTS.en, entry),
    nameEntry(LATE_TEXTS.es, entry),
  ];
  expect(names({ ...back, pays_debt: true })).toEqual(['Paid what was owed', 'Pago de lo que se debía']);
  expect(names({ ...back, item: 'Medium' })).toEqual(['Payment taken back: Medium', 'Pago retirado: Medium']);
});
