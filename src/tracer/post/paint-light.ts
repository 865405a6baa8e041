import type { DecodedImage } from '../gltf/decode-image.ts';
import { type Band, type LinearPicture, type PictureSize, stretchPicture } from '../picture.ts';
import { blurPicture } from './blur-picture.ts';
import type { SrgbTables } from './srgb-tables.ts';

/** A white stroke triples the light: a lamp of twice what was there, 1.6 stops. */
const GAIN = 2;
/** A black stroke takes this share of the light; the rest keeps the product's shape readable, as a flag does. */
const DEPTH = 0.8;
/** Standard deviation of the edge as a share of the width: 8 px of 1024, less than the finest brush. */
const SOFTNESS = 1 / 128;
/** Changes of light below this are none: under a quarter of an 8-bit step on white. */
const UNLIT = 0.001;

/**
 * Light from a sketch that was painted over the picture: how much each channel of a pixel grows, from -0.8 to 2, so that
 * a lit value is `value * (1 + light)`. For a stroke of linear colour c, whose brightest sRGB channel is v (0 to 1), and
 * its opacity a:
 *
 *     light = blur(a * ((1 + 2 c) * (1 - 0.8 (1 - v)) - 1))
 *
 * White adds light, a colour adds light of its own colour, black takes light away, and half-way greys do little. The blur
 * makes an edge of light out of the edge of a brush; beyond it everything is exactly 0.
 *
 * @param sketch Of any size; stretched to the picture.
 * @returns Null when nothing is painted.
 */
export function paintLight(
  sketch: DecodedImage,
  widthPx: number,
  heightPx: number,
  srgb: SrgbTables,
): LinearPicture | null {
  return openPaintedLight(sketch, srgb)?.({ widthPx, heightPx }, { top: 0, rows: heightPx }) ?? null;
}

/** As {@link paintLight}, for some rows of a picture at a time. */
export function openPaintedLight(
  sketch: DecodedImage,
  srgb: SrgbTables,
): ((size: PictureSize, band: Band) => LinearPicture) | null {
  const rgb = new Float32Array(sketch.widthPx * sketch.heightPx * 3);
  let isPainted = false;
  for (let i = 0; i < sketch.widthPx * sketch.heightPx; i++) {
    const alpha = (sketch.rgba[i * 4 + 3] ?? 0) / 255;
    if (alpha === 0) continue;
    isPainted = true;
    const bytes = [0, 1, 2].map((k) => sketch.rgba[i * 4 + k] ?? 0);
    const shade = 1 - DEPTH * (1 - Math.max(...bytes) / 255);
    for (const k of [0, 1, 2] as const) {
      const colour = srgb.decode[bytes[k] ?? 0] ?? 0;
      rgb[i * 3 + k] = alpha * ((1 + GAIN * colour) * shade - 1);
    }
  }
  if (!isPainted) return null;
  const drawn = { widthPx: sketch.widthPx, heightPx: sketch.heightPx, rgb };
  const blurred = blurPicture(drawn, SOFTNESS * sketch.widthPx);
  return (size, band) => {
    const light = stretchPicture(blurred, size, band);
    for (let i = 0; i < light.rgb.length; i++) if (Math.abs(light.rgb[i] ?? 0) < UNLIT) light.rgb[i] = 0;
    return light;
  };
}

/**
 * Lights what is display-linear already and has no tone map before it. What becomes brighter than white keeps its hue.
 *
 * @param rgb Changed in place. @param at Pixel of `light`.
 */
export function lightUp(rgb: [number, number, number], light: LinearPicture, at: number): void {
  for (const k of [0, 1, 2] as const) rgb[k] *= 1 + (light.rgb[at * 3 + k] ?? 0);
  const most = Math.max(...rgb);
  if (most > 1) for (const k of [0, 1, 2] as const) rgb[k] /= most;
}

export function isLit(light: LinearPicture, at: number): boolean {
  return light.rgb[at * 3] !== 0 || light.rgb[at * 3 + 1] !== 0 || light.rgb[at * 3 + 2] !== 0;
}
