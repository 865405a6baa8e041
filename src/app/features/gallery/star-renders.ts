import { z } from 'zod';
import type { RenderId } from '../../../contract/ids.ts';
import type { App } from '../../core/app.ts';
import { describeError } from '../../texts/describe-failure.ts';
import { lateTextsOf } from '../../texts/load-texts.ts';
import { changeCards, refreshRenders, rememberCards } from './change-cards.ts';
import { withStar } from './merge-cards.ts';

/** Marks renders as favourites, or no longer: at once on the page, and as before when the server refuses. */
export async function starRenders(
  app: Pick<App, 'server' | 'queries' | 'toasts' | 'texts' | 'state'>,
  ids: readonly RenderId[],
  starred: boolean,
): Promise<void> {
  const wanted = new Set<number>(ids);
  const takeBack = rememberCards(app);
  changeCards(app, (list) => withStar(list, wanted, starred));
  try {
    await app.server.call('/api/render/star/', z.null(), { method: 'POST', body: { ids, starred } });
  } catch (error) {
    takeBack((now, then) => {
      const stars = new Set<number>(then.cards.flatMap((card) => (card.starred ? [card.id] : [])));
      const back = (isOn: boolean) => new Set([...wanted].filter((id) => stars.has(id) === isOn));
      return withStar(withStar(now, back(true), true), back(false), false);
    });
    const { gallery } = lateTextsOf(app.state.shell.language);
    const message = describeError(app.texts(), error);
    app.toasts.show('error', gallery.starFailed, { message, area: 'page', cause: error });
    return;
  }
  await refreshRenders(app, ids);
}
