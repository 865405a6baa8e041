import { z } from 'zod';

/** GET /api/credits/ledger/, newest first. The sum of all amounts is the balance. */
export const LedgerEntryBody = z.object({
  id: z.number().int(),
  kind: z.enum(['signup', 'grant', 'purchase', 'reserve', 'capture', 'refund']),
  amount: z.number().int(),
  balance_after: z.number().int(),
  render_id: z.number().int().nullable(),
  created_at: z.string(),
});
