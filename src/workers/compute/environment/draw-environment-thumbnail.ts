import type { Environment } from '../../../contract/scene/environment.ts';
import { drawEnvironment } from '../../../tracer/environment/draw-environment.ts';
import { encodeSrgb } from '../../../tracer/parse-colour.ts';
import type { LinearPicture } from '../../../tracer/picture.ts';
import { TONE_MAPS } from '../../../tracer/post/tone-map.ts';
import { encodeCanvas } from '../pictures/encode-canvas.ts';

/** Rows of the part that is shown: what lies 54 degrees above and below the horizon. */
const HEIGHT_PX = 96;
const SHOWN = 0.6;

/** A small picture of surroundings that need no file, see `ComputeApi.drawEnvironmentThumbnail`. */
export async function drawEnvironmentThumbnail(environment: Environment): Promise<Blob> {
  return drawThumbnailOf(environment, null);
}

/** @param picture Of surroundings of that kind. */
export async function drawThumbnailOf(
  environment: Environment,
  picture: LinearPicture | null,
): Promise<Blob> {
  const { map } = drawEnvironment(environment, picture, Math.round(HEIGHT_PX / SHOWN));
  const [widthPx, heightPx] = [map.widthPx, Math.round(map.heightPx * SHOWN)];
  const top = Math.round((map.heightPx - heightPx) / 2);
  const rgba = new Uint8ClampedArray(widthPx * heightPx * 4).fill(255);
  const pixel: [number, number, number] = [0, 0, 0];
  for (let at = 0; at < widthPx * heightPx; at++) {
    for (const k of [0, 1, 2] as const) pixel[k] = map.rgb[(top * widthPx + at) * 3 + k] ?? 0;
    TONE_MAPS.agx(pixel);
    for (const k of [0, 1, 2] as const) rgba[at * 4 + k] = Math.round(255 * encodeSrgb(pixel[k]));
  }
  const canvas = new OffscreenCanvas(widthPx, heightPx);
  canvas.getContext('2d')?.putImageData(new ImageData(rgba, widthPx, heightPx), 0, 0);
  return encodeCanvas(canvas, 0.8);
}
