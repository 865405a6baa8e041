import { captureSize } from '../../contract/camera/picture-frame.ts';
import type { RenderSpec } from '../../contract/render-spec.ts';
import type { App } from '../core/app.ts';
import { obtainLight } from './obtain-light.ts';

/**
 * Brings the painted light of a recipe to this device.
 *
 * @returns True when it is here, in the size that an order of the picture has it in; false for none and for one that cannot be had.
 * @throws AppError as {@link obtainLight}.
 */
export async function readLight(
  app: Pick<App, 'server' | 'storage'>,
  { passes, widthPx, heightPx }: RenderSpec,
  signal?: AbortSignal,
): Promise<boolean> {
  if (passes.lightmap === null) return false;
  const file = await obtainLight(app, passes.lightmap, signal);
  const picture = file === null ? null : await createImageBitmap(file).catch(() => null);
  if (picture === null) return false;
  const { width, height } = picture;
  picture.close();
  const drawn = captureSize(widthPx, heightPx);
  return width === drawn.width && height === drawn.height;
}
