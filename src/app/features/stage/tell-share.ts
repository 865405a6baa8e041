import { SHARE_QUERY, SHARE_REFUSALS, type ShareRefusal } from '../../../contract/share-target.ts';
import type { App } from '../../core/app.ts';
import { lateTextsOf } from '../../texts/load-texts.ts';

/** Says why files that were shared with the app did not come in. */
export function tellRefusal({ toasts, texts }: Pick<App, 'toasts' | 'texts'>, refusal: ShareRefusal): void {
  toasts.show('warning', lateTextsOf(texts().language).share[refusal]);
}

/** The same, where the address says that they did not. */
export function tellShare(app: Pick<App, 'outside' | 'toasts' | 'texts'>): void {
  const { outside } = app;
  const said = new URLSearchParams(outside.query).get(SHARE_QUERY);
  const refusal = SHARE_REFUSALS.find((known) => known === said);
  if (refusal === undefined) return;
  outside.address.dropQuery(SHARE_QUERY);
  tellRefusal(app, refusal);
}
