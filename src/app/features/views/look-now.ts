import type { SavedView } from '../../../contract/http/camera-views.ts';
import { ignoreGone } from '../../browser/expected-errors.ts';
import type { App } from '../../core/app.ts';
import { currentSettings } from '../../core/edit-settings.ts';
import { takeThumbnail } from '../../scene/take-thumbnail.ts';

/** Where the camera and the model are, with a small picture of it; null without a stage. */
export async function lookNow(
  app: App,
): Promise<Pick<SavedView, 'pose' | 'model_transform' | 'thumbnail'> | null> {
  // A stage that has failed says so itself.
  const pose = await app.viewer.current?.api.camera().catch(ignoreGone);
  if (!pose) return null;
  const { model_transform } = currentSettings(app).render_settings;
  return { pose, model_transform, thumbnail: await takeThumbnail(app, pose) };
}
