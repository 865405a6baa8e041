import { AVERAGE_COLOUR } from '../../../contract/constants.ts';
import { decodeSrgb, encodeSrgb } from '../../../tracer/parse-colour.ts';
import { readBaseColour } from '../gltf/read-base-colour.ts';
import { decodeReduced } from './decode-reduced.ts';
import { drawSmall } from './draw-small.ts';

const WHITE = [255, 255, 255, 255];

/**
 * The colour of a picture as one, see `ComputeApi.averageColour`. A JPEG is decoded at a fraction of its size, and every
 * pixel counts; another picture is made small by the browser, which rounds down and is up to 2 levels too dark.
 */
export async function averageColour(source: Blob, materialIndex?: number): Promise<string> {
  try {
    if (materialIndex === undefined) return averagePixels(await readSmall(source));
    const { image, factor } = await readBaseColour(source, materialIndex);
    return averagePixels(image === null ? WHITE : await readSmall(image), factor);
  } catch {
    return AVERAGE_COLOUR.failed;
  }
}

/**
 * Means of the sRGB values, each pixel by its opacity.
 *
 * @param rgba Four bytes a pixel, not premultiplied.
 * @param factor Linear, multiplies the mean.
 */
export function averagePixels(rgba: ArrayLike<number>, factor: readonly number[] = [1, 1, 1]): string {
  let [red, green, blue, weight] = [0, 0, 0, 0];
  for (let at = 0; at + 3 < rgba.length; at += 4) {
    const alpha = rgba[at + 3] ?? 0;
    red += (rgba[at] ?? 0) * alpha;
    green += (rgba[at + 1] ?? 0) * alpha;
    blue += (rgba[at + 2] ?? 0) * alpha;
    weight += alpha;
  }
  if (weight === 0) return AVERAGE_COLOUR.nothing;
  const digits = [red, green, blue].map((sum, channel) => {
    const mean = sum / weight / 255;
    const share = Math.min(1, Math.max(0, factor[channel] ?? 1));
    // To linear and back a mean half-way between two bytes would fall to the lower one.
    const value = share === 1 ? mean : encodeSrgb(decodeSrgb(mean) * share);
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${digits.join('')}`;
}

async function readSmall(image: Blob): Promise<Uint8ClampedArray> {
  const reduced = await decodeReduced(image, AVERAGE_COLOUR.maxPx);
  if (reduced !== null) return reduced;
  const { canvas, context } = await drawSmall(image, AVERAGE_COLOUR.maxPx);
  return context.getImageData(0, 0, canvas.width, canvas.height).data;
}
