import type { LedgerEntryBody } from '../../../contract/http/credits.ts';
import type { LateTexts } from '../../texts/catalogue.ts';

/** A line of the page of movements: a day, or what moved on it. */
export type LedgerRow =
  | { readonly kind: 'day'; readonly day: string }
  | {
      readonly kind: 'entry';
      readonly entry: LedgerEntryBody;
      /** Nothing of the order is finished yet: what it does not need comes back. */
      readonly isAside: boolean;
    };

/**
 * Movements under their days, the newest first. What moves nothing is left out: that an image was kept of what its order
 * had set aside.
 *
 * @param nameDay The day of a moment, as it is written.
 */
export function ledgerRows(
  entries: readonly LedgerEntryBody[],
  nameDay: (moment: string) => string,
): LedgerRow[] {
  const rows: LedgerRow[] = [];
  const ended = new Set<number | null>();
  let day = '';
  for (const entry of entries) {
    if (entry.kind === 'capture' || entry.kind === 'refund') ended.add(entry.render_id);
    if (entry.amount === 0) continue;
    const own = nameDay(entry.created_at);
    if (own !== day) rows.push({ kind: 'day', day: own });
    day = own;
    rows.push({ kind: 'entry', entry, isAside: entry.kind === 'reserve' && !ended.has(entry.render_id) });
  }
  return rows;
}

/** What moved, in a few words. */
export function nameEntry(
  { ledger: t }: Pick<LateTexts, 'ledger'>,
  { kind, item, render_id: id, pays_debt: paysDebt }: LedgerEntryBody,
): string {
  const render = id === null ? '' : String(id);
  switch (kind) {
    case 'signup':
      return t.signup;
    case 'grant':
      return t.grant;
    case 'purchase':
      return t.purchase(item);
    case 'subscription':
      return t.subscription(item);
    case 'reserve':
      return t.reserve(render);
    case 'capture':
      return t.capture(render);
    case 'refund':
      if (item === 'failed-check') return t.notCharged(render);
      return item === 'sent-back' ? t.sentBack(render) : t.refund(render);
    case 'clawback':
      return paysDebt ? t.debtPaid : t.clawback(item);
  }
}
