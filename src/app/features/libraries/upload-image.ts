import { isAbort, isFailure } from '../../../contract/failure.ts';
import type { AssetType, LibraryItemBody } from '../../../contract/http/libraries.ts';
import type { App } from '../../core/app.ts';
import { libraryQuery, refreshLibrary } from '../../scene/library.ts';
import { describeError } from '../../texts/describe-failure.ts';
import { lateTextsOf } from '../../texts/load-texts.ts';
import { nameOfPicture, refusePicture } from './check-picture.ts';
import { convertItem, sendPicture } from './upload-item.ts';

/**
 * Takes one picture into a library, as a person chose it, and says what became of it.
 *
 * @param categoryId The open category; null for none.
 * @param onProgress Told 0 to 1 while it is under way.
 * @returns The item once it is in the list, null when it is not.
 */
export async function uploadImage(
  app: Pick<
    App,
    'compute' | 'server' | 'queries' | 'toasts' | 'texts' | 'outside' | 'db' | 'state' | 'storage'
  >,
  assetType: AssetType,
  file: File | undefined,
  categoryId: number | null,
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
): Promise<LibraryItemBody | null> {
  const { t } = app.texts();
  const { libraries } = lateTextsOf(app.texts().language);
  const refused = refusePicture(app.texts(), assetType, file);
  if (refused !== null || file === undefined) {
    app.toasts.show('error', refused ?? t.errors.unexpected);
    return null;
  }
  try {
    onProgress(0);
    const alone = { file, name: null, maps: [] };
    const picture = await convertItem(app, alone, signal, 'workflow');
    const upload = { ...alone, categoryId, isGlobal: false, key: app.outside.randomUuid() };
    const twin = isNameTaken(app, assetType, file);
    const item = await sendPicture(app, assetType, upload, picture, onProgress, signal);
    await refreshLibrary(app, assetType);
    const message = twin ? { message: libraries.twin } : {};
    app.toasts.show('success', libraries.uploadedToast[assetType](item.name), message);
    return item;
  } catch (error) {
    if (isAbort(error)) return null;
    if (isFailure(error, 'response-unexpected')) {
      app.toasts.show('warning', libraries.uploadUnexpected);
      await refreshLibrary(app, assetType);
      return null;
    }
    app.toasts.show('error', libraries.uploadFailed[assetType](describeError(app.texts(), error)), {
      cause: error,
    });
    return null;
  }
}

/** Whether the library, as far as it has come, has a picture of that name. */
function isNameTaken(
  app: Parameters<typeof libraryQuery>[0] & Pick<App, 'queries'>,
  assetType: AssetType,
  file: File,
): boolean {
  const name = nameOfPicture(assetType, file).toLowerCase();
  const items = app.queries.getQueryData(libraryQuery(app, assetType).queryKey) ?? [];
  return items.some((item) => item.name.toLowerCase() === name);
}
