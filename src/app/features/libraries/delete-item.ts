import { z } from 'zod';
import { isFailure } from '../../../contract/failure.ts';
import type { AssetType, LibraryItemBody } from '../../../contract/http/libraries.ts';
import type { App } from '../../core/app.ts';
import { keepItem, refreshLibrary } from '../../scene/library.ts';
import { describeError } from '../../texts/describe-failure.ts';
import { lateTextsOf } from '../../texts/load-texts.ts';
import type { Said, ToastArea } from '../../ui/toasts.ts';
import { restoreItem } from './restore-item.ts';

/**
 * Deletes a picture of one's own from a library and says so, with the way back. One that is gone already counts as
 * deleted.
 *
 * @param unassign Takes it away from the open project, see `unassign-item.ts`.
 * @param area Who speaks.
 */
export async function deleteItem(
  app: Pick<App, 'server' | 'queries' | 'toasts' | 'texts' | 'db' | 'state'>,
  assetType: AssetType,
  item: LibraryItemBody,
  unassign: (item: LibraryItemBody) => (() => void) | null,
  area: ToastArea,
): Promise<void> {
  const { libraries } = lateTextsOf(app.texts().language);
  try {
    await keepItem(app, assetType, item);
    await app.server.call(`/api/${assetType}/${item.id}/`, z.null(), { method: 'DELETE' });
  } catch (error) {
    if (!isFailure(error, 'not-found')) {
      const reason = describeError(app.texts(), error);
      app.toasts.show('error', libraries.deleteFailed[assetType], { message: reason, area, cause: error });
      // The server may have done it, and the answer was lost.
      await refreshLibrary(app, assetType);
      return;
    }
  }
  const putBack = unassign(item);
  const undo = () => void restoreItem(app, assetType, item, 'deleted', putBack, area);
  const said: Said = ({ language }) => {
    const { deletedInUse, deletedToast } = lateTextsOf(language).libraries;
    return (putBack !== null ? deletedInUse : deletedToast)[assetType];
  };
  app.toasts.offer('success', said, {
    area,
    about: `${assetType}:${item.id}`,
    action: { label: ({ t }) => t.ui.undo, run: undo },
  });
  await refreshLibrary(app, assetType);
}
