import type { PackBody } from '../../../contract/http/billing.ts';

/** Packs that are sold, the cheapest first (S1 5). */
export function listPacks(packs: readonly PackBody[]): PackBody[] {
  return packs.filter((pack) => pack.is_active).sort((a, b) => a.price - b.price);
}
