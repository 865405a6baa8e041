import { SHARE_QUERY, SHARE_REFUSALS } from '../../../contract/share-target.ts';
import type { App } from '../../core/app.ts';
import { lateTextsOf } from '../../texts/load-texts.ts';

/** Says why files that were shared with the app did not come in, where the address says that they did not. */
export function tellShare({ outside, toasts, texts }: Pick<App, 'outside' | 'toasts' | 'texts'>): void {
  const said = new URLSearchParams(outside.query).get(SHARE_QUERY);
  const refusal = SHARE_REFUSALS.find((known) => known === said);
  if (refusal === undefined) return;
  outside.address.dropQuery(SHARE_QUERY);
  toasts.show('warning', lateTextsOf(texts().language).share[refusal]);
}
