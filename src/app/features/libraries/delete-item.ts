import { z } from 'zod';
import { isFailure } from '../../../contract/failure.ts';
import type { AssetType, LibraryItemBody } from '../../../contract/http/libraries.ts';
import type { App } from '../../app.ts';
import { refreshLibrary } from '../../library.ts';
import { describeError } from '../../texts/describe-failure.ts';

/**
 * Deletes a picture of one's own from a library and says so. One that is gone already counts as deleted.
 *
 * @param unassign Takes it away from the open project; true when it was in use there.
 */
export async function deleteItem(
  app: Pick<App, 'server' | 'queries' | 'toasts' | 'texts'>,
  assetType: AssetType,
  item: LibraryItemBody,
  unassign: (item: LibraryItemBody) => boolean,
): Promise<void> {
  const { libraries } = app.texts().t;
  try {
    await app.server.call(`/api/${assetType}/${item.id}/`, z.null(), { method: 'DELETE' });
  } catch (error) {
    if (!isFailure(error, 'not-found')) {
      const reason = describeError(app.texts(), error);
      app.toasts.show('error', libraries.deleteFailed[assetType], { message: reason });
      return;
    }
  }
  const wasInUse = unassign(item);
  const said = wasInUse ? libraries.deletedInUse : libraries.deletedToast;
  app.toasts.show('success', said[assetType]);
  await refreshLibrary(app, assetType);
}
