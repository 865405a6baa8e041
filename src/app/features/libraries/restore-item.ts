import { type AssetType, LibraryItemBody } from '../../../contract/http/libraries.ts';
import type { App } from '../../core/app.ts';
import { refreshLibrary } from '../../scene/library.ts';
import { describeError } from '../../texts/describe-failure.ts';
import { lateTextsOf } from '../../texts/load-texts.ts';
import type { ToastArea } from '../../ui/toasts.ts';
import { changeItem } from './change-item.ts';

/**
 * Brings back what a person has just deleted or archived, and says so.
 *
 * @param putBack Gives it back to the open project that it was taken away from; null when it was not in use.
 */
export async function restoreItem(
  app: Pick<App, 'server' | 'queries' | 'toasts' | 'texts'>,
  assetType: AssetType,
  item: LibraryItemBody,
  from: 'deleted' | 'archived',
  putBack: (() => void) | null,
  area: ToastArea,
): Promise<void> {
  const { language } = app.texts();
  const { libraries } = lateTextsOf(app.texts().language);
  try {
    if (from === 'archived') await changeItem(app, assetType, item, { is_archived: false });
    else {
      const path = `/api/${assetType}/${item.id}/restore/`;
      await app.server.call(path, LibraryItemBody, { method: 'POST' });
      await refreshLibrary(app, assetType);
    }
    putBack?.();
    app.toasts.show('success', libraries.restoredToast(item.names[language]), {
      area,
      about: `${assetType}:${item.id}`,
    });
  } catch (error) {
    const reason = describeError(app.texts(), error);
    app.toasts.show('error', libraries.restoreFailed(item.names[language], reason), { area, cause: error });
    // As where it is deleted.
    await refreshLibrary(app, assetType);
  }
}
