import { STAGE_BACKGROUND } from '../contract/constants.ts';
import type { AssetType, LibraryItemBody } from '../contract/http/libraries.ts';
import type { App } from './app.ts';
import { assignSettings, currentSettings } from './edit-settings.ts';

/**
 * Takes an item that is deleted away from the open project, where it is its background or style. No step to undo: it
 * could not be brought back. Materials stay on the parts that wear them, since their files are kept (L14).
 *
 * @returns Whether it was in use.
 */
export function unassignItem(
  app: Pick<App, 'state'>,
  assetType: AssetType,
  { id }: Pick<LibraryItemBody, 'id'>,
): boolean {
  const settings = currentSettings(app);
  if (assetType === 'background' && settings.background_id === id) {
    assignSettings(app, { background_id: null, background_color: STAGE_BACKGROUND });
    return true;
  }
  if (assetType === 'style' && settings.style_id === id) {
    assignSettings(app, { style_id: null });
    return true;
  }
  return assetType === 'material' && settings.model_materials.some(({ libraryId }) => libraryId === id);
}
