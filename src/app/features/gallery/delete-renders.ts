import { z } from 'zod';
import type { RenderId } from '../../../contract/ids.ts';
import type { App } from '../../core/app.ts';
import { describeError } from '../../texts/describe-failure.ts';
import { lateTextsOf } from '../../texts/load-texts.ts';
import { changeCards, refreshRenders, rememberCards } from './change-cards.ts';
import { type CardList, withCards, withoutCards } from './merge-cards.ts';

type Shelf = Pick<App, 'server' | 'queries' | 'toasts' | 'texts' | 'state'>;

/**
 * Deletes renders and says so, with the way back. They leave the page at once, and are there again when the server refuses.
 *
 * @returns False when it refused.
 */
export async function deleteRenders(app: Shelf, ids: readonly RenderId[]): Promise<boolean> {
  const { gallery } = lateTextsOf(app.state.shell.language);
  const gone = new Set<number>(ids);
  const takeBack = rememberCards(app);
  const putBack = () =>
    takeBack((now: CardList, then) =>
      withCards(
        now,
        then.cards.filter(({ id }) => gone.has(id)),
      ),
    );
  changeCards(app, (list) => withoutCards(list, gone));
  try {
    await send(app, 'delete', ids);
  } catch (error) {
    putBack();
    const message = describeError(app.texts(), error);
    app.toasts.show('error', gallery.deleteFailed(ids.length), { message, area: 'page', cause: error });
    return false;
  }
  app.toasts.offer('success', ({ language }) => lateTextsOf(language).gallery.deleted(ids.length), {
    area: 'page',
    about: `renders:${ids.join()}`,
    action: { label: ({ t }) => t.ui.undo, run: () => void restoreRenders(app, ids, putBack) },
  });
  await refreshRenders(app, ids);
  return true;
}

async function restoreRenders(app: Shelf, ids: readonly RenderId[], putBack: () => void): Promise<void> {
  const { gallery } = lateTextsOf(app.state.shell.language);
  try {
    await send(app, 'restore', ids);
  } catch (error) {
    const message = describeError(app.texts(), error);
    app.toasts.show('error', gallery.restoreFailed(ids.length), { message, area: 'page', cause: error });
    return;
  }
  putBack();
  app.toasts.show('success', gallery.restored(ids.length), {
    area: 'page',
    about: `renders:${ids.join()}`,
  });
  await refreshRenders(app, ids);
}

function send(
  app: Pick<Shelf, 'server'>,
  verb: 'delete' | 'restore',
  ids: readonly RenderId[],
): Promise<null> {
  return app.server.call(`/api/render/${verb}/`, z.null(), { method: 'POST', body: { ids } });
}
