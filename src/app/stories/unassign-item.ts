import { STAGE_BACKGROUND } from '../../contract/constants.ts';
import type { AssetType, LibraryItemBody } from '../../contract/http/libraries.ts';
import type { App } from '../core/app.ts';
import { assignSettings, currentSettings } from '../core/edit-settings.ts';

/**
 * Takes an item that is deleted away from the open project, where it is its background or style. No step to undo: what
 * brings the item back puts it back, and an earlier step may name it again. Materials stay on the parts that wear them, since their files are kept (L14).
 *
 * @returns What gives it back to the project, unless something else took its place; null when it was not in use.
 */
export function unassignItem(
  app: Pick<App, 'state'>,
  assetType: AssetType,
  { id }: Pick<LibraryItemBody, 'id'>,
): (() => void) | null {
  const settings = currentSettings(app);
  const { key } = app.state.project;
  const isStill = (field: 'background_id' | 'style_id'): boolean =>
    app.state.project.key === key && currentSettings(app)[field] === null;
  if (assetType === 'background' && settings.background_id === id) {
    assignSettings(app, { background_id: null, background_color: STAGE_BACKGROUND });
    const { background_color } = settings;
    return () => {
      const isGrey = currentSettings(app).background_color === STAGE_BACKGROUND;
      if (isStill('background_id') && isGrey)
        assignSettings(app, { background_id: settings.background_id, background_color });
    };
  }
  if (assetType === 'style' && settings.style_id === id) {
    assignSettings(app, { style_id: null });
    return () => {
      if (isStill('style_id')) assignSettings(app, { style_id: settings.style_id });
    };
  }
  const isWorn =
    assetType === 'material' && settings.model_materials.some(({ libraryId }) => libraryId === id);
  // Nothing was taken off.
  return isWorn ? () => {} : null;
}
