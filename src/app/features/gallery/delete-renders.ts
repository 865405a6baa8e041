import { z } from 'zod';
import type { RenderId } from '../../../contract/ids.ts';
import type { App } from '../../core/app.ts';
import { describeError } from '../../texts/describe-failure.ts';
import { lateTextsOf } from '../../texts/load-texts.ts';
import { changeCards, refreshRenders, rememberCards } from './change-cards.ts';
import { type CardList, withCards, withoutCards } from './merge-cards.ts';
import { type Portions, sendPortions } from './send-portions.ts';

type Shelf = Pick<App, 'server' | 'queries' | 'toasts' | 'texts' | 'state'>;

/**
 * Deletes renders and says so, with the way back. They leave the page at once, and those are there again that the server refuses.
 *
 * @returns False when it refused any.
 */
export async function deleteRenders(app: Shelf, ids: readonly RenderId[]): Promise<boolean> {
  const { gallery } = lateTextsOf(app.state.shell.language);
  const takeBack = rememberCards(app);
  const putBack = (back: readonly RenderId[]): void => {
    const meant = new Set<number>(back);
    takeBack((now: CardList, then) =>
      withCards(
        now,
        then.cards.filter(({ id }) => meant.has(id)),
      ),
    );
  };
  changeCards(app, (list) => withoutCards(list, new Set(ids)));
  const { done, refused, error } = await send(app, 'delete', ids);
  if (refused.length > 0) {
    putBack(refused);
    const message = describeError(app.texts(), error);
    app.toasts.show('error', gallery.deleteFailed(refused.length), { message, area: 'page', cause: error });
  }
  if (done.length > 0) {
    app.toasts.offer('success', ({ language }) => lateTextsOf(language).gallery.deleted(done.length), {
      area: 'page',
      about: `renders:${done.join()}`,
      action: { label: ({ t }) => t.ui.undo, run: () => void restoreRenders(app, done, putBack) },
    });
  }
  // Also of those that were refused: the server may have done it, and the answer was lost.
  await refreshRenders(app, ids);
  return refused.length === 0;
}

async function restoreRenders(
  app: Shelf,
  ids: readonly RenderId[],
  putBack: (back: readonly RenderId[]) => void,
): Promise<void> {
  const { gallery } = lateTextsOf(app.state.shell.language);
  const { done, refused, error } = await send(app, 'restore', ids);
  if (refused.length > 0) {
    const message = describeError(app.texts(), error);
    app.toasts.show('error', gallery.restoreFailed(refused.length), { message, area: 'page', cause: error });
  }
  if (done.length > 0) {
    putBack(done);
    app.toasts.show('success', gallery.restored(done.length), {
      area: 'page',
      about: `renders:${ids.join()}`,
    });
  }
  // As where they are deleted.
  await refreshRenders(app, ids);
}

function send(
  app: Pick<Shelf, 'server'>,
  verb: 'delete' | 'restore',
  ids: readonly RenderId[],
): Promise<Portions> {
  return sendPortions(ids, (portion) =>
    app.server.call(`/api/render/${verb}/`, z.null(), { method: 'POST', body: { ids: portion } }),
  );
}
