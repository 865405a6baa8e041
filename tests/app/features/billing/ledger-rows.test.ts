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
