import { z } from 'zod';
import type { RenderId } from '../../../contract/ids.ts';
import type { App } from '../../core/app.ts';
import { describeError } from '../../texts/describe-failure.ts';
import { lateTextsOf } from '../../texts/load-texts.ts';
import { changeCards, refreshRenders, rememberCards } from './change-cards.ts';
import { withStar } from './merge-cards.ts';
import { sendPortions } from './send-portions.ts';

/** Marks renders as favourites, or no longer: at once on the page, and those as before that the server refuses. */
export async function starRenders(
  app: Pick<App, 'server' | 'queries' | 'toasts' | 'texts' | 'state'>,
  ids: readonly RenderId[],
  starred: boolean,
): Promise<void> {
  const takeBack = rememberCards(app);
  changeCards(app, (list) => withStar(list, new Set(ids), starred));
  const { refused, error } = await sendPortions(ids, (portion) =>
    app.server.call('/api/render/star/', z.null(), { method: 'POST', body: { ids: portion, starred } }),
  );
  if (refused.length > 0) {
    takeBack((now, then) => {
      const stars = new Set<number>(then.cards.flatMap((card) => (card.starred ? [card.id] : [])));
      const back = (isOn: boolean) => new Set<number>(refused.filter((id) => stars.has(id) === isOn));
      return withStar(withStar(now, back(true), true), back(false), false);
    });
    const { gallery } = lateTextsOf(app.state.shell.language);
    const message = describeError(app.texts(), error);
    app.toasts.show('error', gallery.starFailed, { message, area: 'page', cause: error });
  }
  // Also of those that were refused: the server may have done it, and the answer was lost.
  await refreshRenders(app, ids);
}
