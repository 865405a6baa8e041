import { AppError } from '../../../contract/failure.ts';
import type { ProjectSettings } from '../../../contract/http/projects.ts';
import type { ViewerApi } from '../../../contract/viewer-api.ts';
import type { App } from '../../core/app.ts';
import { shownSettings } from '../../core/shown-settings.ts';
import { loadLibraryImage, wornItemQuery } from '../../scene/library.ts';

/** Tints the stage's lights as the project's style will. One whose picture cannot be had tints nothing until it is there. @returns Whether it goes without. */
export async function showStyle(
  app: App,
  viewer: ViewerApi,
  { style_id: id, style_strength: strength }: ProjectSettings,
): Promise<boolean> {
  if (id === null || strength === 0) {
    await viewer.setStyle(null);
    return false;
  }
  const isWanted = (): boolean => {
    const now = shownSettings(app);
    return now.style_id === id && now.style_strength === strength;
  };
  try {
    const item = await app.queries.ensureQueryData(wornItemQuery(app, 'style', id));
    const image = await loadLibraryImage(app, 'style', item.image_hash, item.image);
    if (isWanted()) await viewer.setStyle({ image, strength });
    return false;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (!isWanted()) return false;
    await viewer.setStyle(null);
    return true;
  }
}
