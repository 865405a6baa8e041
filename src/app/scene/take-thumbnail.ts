import { VIEW_THUMBNAIL_MAX_BYTES, VIEW_THUMBNAIL_PX, WEBP_PHOTO_QUALITY } from '../../contract/constants.ts';
import { AppError, isAbort } from '../../contract/failure.ts';
import type { CameraPose } from '../../contract/render-spec.ts';
import type { App } from '../core/app.ts';

/**
 * A small picture of the stage as a data URL of WebP, without gizmos or handles; made off the page.
 *
 * @returns Null where it cannot be made: a view is saved without its picture too, and a viewer that is closed takes none.
 */
export async function takeThumbnail(
  app: Pick<App, 'viewer' | 'compute'>,
  pose: CameraPose,
): Promise<string | null> {
  const side = VIEW_THUMBNAIL_PX;
  try {
    const passes = await app.viewer.current?.api.capturePasses(pose, side, side, ['snapshot']);
    if (!passes?.snapshot) return null;
    const picture = await app.compute().encodeWebp(passes.snapshot, side, side, WEBP_PHOTO_QUALITY);
    if (picture.type !== 'image/webp' || picture.size > VIEW_THUMBNAIL_MAX_BYTES) return null;
    const bytes = new Uint8Array(await picture.arrayBuffer());
    return `data:image/webp;base64,${btoa(String.fromCharCode(...bytes))}`;
  } catch (error) {
    if (error instanceof AppError || isAbort(error)) return null;
    throw error;
  }
}
