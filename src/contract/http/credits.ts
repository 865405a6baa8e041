import { z } from 'zod';

/**
 * Why credits moved. `reserve` takes the price of an order, `capture` keeps it (amount 0), `refund` gives back what was
 * not painted; `subscription` comes with a paid invoice; `clawback` takes back what a refunded or disputed payment gave.
 */
export const LedgerKind = z.enum([
  'signup',
  'grant',
  'purchase',
  'subscription',
  'reserve',
  'capture',
  'refund',
  'clawback',
]);
export type LedgerKind = z.infer<typeof LedgerKind>;

/** Movements of one sort, as a person looks for them. */
export const LedgerSort = z.enum(['renders', 'payments', 'gifts']);
export type LedgerSort = z.infer<typeof LedgerSort>;
export const LEDGER_KINDS: Readonly<Record<LedgerSort, readonly LedgerKind[]>> = {
  renders: ['reserve', 'capture', 'refund'],
  payments: ['purchase', 'subscription', 'clawback'],
  gifts: ['signup', 'grant'],
};

/** GET /api/credits/ledger/, newest first. The sum of all amounts is the balance. */
export const LedgerEntryBody = z.object({
  id: z.number().int(),
  kind: LedgerKind,
  amount: z.number().int(),
  balance_after: z.number().int(),
  render_id: z.number().int().nullable(),
  /**
   * What was bought: name of the pack or plan. Of a `refund` of one picture why: `failed-check` (its product came back changed, and it
   * was not charged) or `sent-back`. Null for everything else.
   */
  item: z.string().nullable(),
  /** What staff wrote to a grant. */
  note: z.string().nullable(),
  /** Of a `clawback`: what had come by the movement before it paid what the account owed. */
  pays_debt: z.boolean().default(false),
  created_at: z.string(),
});
export type LedgerEntryBody = z.infer<typeof LedgerEntryBody>;
/** GET /api/credits/ledger/?cursor=&sort= */
export const LedgerPageBody = z.object({ results: z.array(LedgerEntryBody), next: z.string().nullable() });
