import { STAGE_BACKGROUND } from '../../../contract/constants.ts';
import { AppError } from '../../../contract/failure.ts';
import type { ProjectSettings } from '../../../contract/http/projects.ts';
import type { LibraryItemId } from '../../../contract/ids.ts';
import type { ViewerApi } from '../../../contract/viewer-api.ts';
import type { App } from '../../core/app.ts';
import { shownSettings } from '../../core/shown-settings.ts';
import { loadLibraryImage, wornItemQuery } from '../../scene/library.ts';
import { describeFailure } from '../../texts/describe-failure.ts';

/**
 * Shows the project's background: a picture of the library, a gradient or a colour. A picture that cannot be had leaves
 * the stage's own grey (S3 4), not the picture before it, and a word about it (S2 8).
 *
 * @param isKnown True when that word has been said.
 * @returns Whether the stage goes without it, which is another question once something else is wanted.
 */
export async function showBackground(
  app: App,
  viewer: ViewerApi,
  { background_id: id, background_color, background_fidelity: fidelity, render_settings }: ProjectSettings,
  isKnown = false,
): Promise<boolean> {
  const { background_gradient: gradient } = render_settings;
  if (id !== null) return await showPicture(app, viewer, id, fidelity, isKnown);
  if (gradient !== null) await viewer.setBackground({ kind: 'gradient', gradient });
  else await viewer.setBackground({ kind: 'colour', colour: background_color ?? STAGE_BACKGROUND });
  return false;
}

async function showPicture(
  app: App,
  viewer: ViewerApi,
  id: LibraryItemId,
  fidelity: number,
  isKnown: boolean,
): Promise<boolean> {
  const isWanted = (): boolean => {
    const now = shownSettings(app);
    return now.background_id === id && now.background_fidelity === fidelity;
  };
  const texts = app.texts();
  let name: string | null = null;
  try {
    const item = await app.queries.ensureQueryData(wornItemQuery(app, 'background', id));
    name = item.names[texts.language];
    const image = await loadLibraryImage(app, 'background', item.image_hash, item.image);
    if (isWanted()) await viewer.setBackground({ kind: 'image', image, fidelity });
    return false;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (!isWanted()) return false;
    await viewer.setBackground({ kind: 'colour', colour: STAGE_BACKGROUND });
    if (isKnown) return true;
    const { resourceFailed, resources } = texts.t.stage;
    app.toasts.show('warning', resourceFailed(resources.background(name)), {
      area: 'viewer',
      message: describeFailure(texts, error.failure),
      cause: error,
    });
    return true;
  }
}
