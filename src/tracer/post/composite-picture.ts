import type { FinishedPicture, LinearPicture } from '../picture.ts';
import type { Plate } from './build-plate.ts';
import type { PictureLayers } from './denoise.ts';
import { createGrade, measureOklab, type OklabStatistics, type StyleGrade } from './grade-style.ts';
import { isLit, lightUp } from './paint-light.ts';
import type { SrgbTables } from './srgb-tables.ts';
import type { ToneMap } from './tone-map.ts';

/** Shadow ratios this close to 1 count as unshadowed: a third of an 8-bit step on white. */
const UNSHADOWED = 0.002;

/**
 * How much deeper a shadow is drawn than the sky alone would make it: a sky is softer than a studio with flags, and a
 * product seemed to float. 0.5 falls to 0.385; no shadow and full shadow stay.
 */
export const SHADOW_DEPTH = 0.46;

export interface CompositeOptions {
  /** Multiplies the product layer; 1 shows a white matt floor as white. */
  readonly exposure: number;
  readonly toneMap: ToneMap;
  readonly style: StyleGrade | null;
  /** 0 to 1, how dark the floor's shadow is. 1 leaves it, to the bit, as the light makes it. */
  readonly shadowIntensity: number;
  /** Painted light in the size of the layers (`paint-light.ts`), null for none. */
  readonly light: LinearPicture | null;
  /** What a style starts from; measured on the picture itself where absent. */
  readonly colours?: OklabStatistics;
  /** Where a style's colours end, in place of sRGB's limits. */
  readonly limit?: (rgb: [number, number, number]) => void;
}

/**
 * Lays the product over the plate: tone map on the product alone, the plate multiplied by the floor's shadow ratio,
 * blended in linear light, dithered to 8 bits. Painted light falls on both: on the product before the tone map, on the
 * plate after the shadow. Where a plate is exact and nothing covers, shades or lights it, its bytes stay as they are.
 *
 * @param top Row of the picture that layers and plate begin with.
 */
export function compositePicture(
  layers: PictureLayers,
  plate: Plate,
  options: CompositeOptions,
  srgb: SrgbTables,
  top = 0,
): FinishedPicture {
  const { widthPx, heightPx } = layers;
  const rgba = new Uint8Array(widthPx * heightPx * 4);
  const blend = blendLayers(layers, plate, options);
  const rgb: [number, number, number] = [0, 0, 0];
  for (let i = 0; i < widthPx * heightPx; i++) {
    rgba[i * 4 + 3] = 255;
    if (plate.exact !== null && blend.isPlate(i)) {
      for (let k = 0; k < 3; k++) rgba[i * 4 + k] = plate.exact[i * 4 + k] ?? 0;
      continue;
    }
    blend.read(i, rgb);
    for (let k = 0; k < 3; k++) {
      const level = srgb.encode(rgb[k as 0 | 1 | 2]) + dither(i % widthPx, top + Math.floor(i / widthPx), k);
      rgba[i * 4 + k] = Math.min(255, Math.floor(level));
    }
  }
  return { widthPx, heightPx, rgba };
}

/**
 * The product alone, with the bytes that it has in {@link compositePicture} where it covers all of a pixel: RGBA, alpha is 255
 * there and nowhere else, 0 where there is none of it. What the floor mirrors counts as product.
 *
 * @param top As {@link compositePicture} has it.
 */
export function encodeProduct(
  layers: PictureLayers,
  options: CompositeOptions,
  srgb: SrgbTables,
  top = 0,
): Uint8Array {
  const { widthPx, heightPx, coverage } = layers;
  const rgba = new Uint8Array(widthPx * heightPx * 4);
  const rgb: [number, number, number] = [0, 0, 0];
  for (let i = 0; i < widthPx * heightPx; i++) {
    const alpha = coverage[i] ?? 0;
    if (alpha <= 0) continue;
    readProduct(layers, options, i, rgb);
    options.toneMap(rgb);
    for (const k of [0, 1, 2] as const) {
      // A blend is of floats.
      const level = srgb.encode(Math.fround(rgb[k]));
      const grain = dither(i % widthPx, top + Math.floor(i / widthPx), k);
      rgba[i * 4 + k] = Math.min(255, Math.floor(level + grain));
    }
    rgba[i * 4 + 3] = alpha >= 1 ? 255 : Math.min(254, Math.ceil(alpha * 255));
  }
  return rgba;
}

/** A picture before it is made of bytes. */
export interface Blend {
  /** Fills in a pixel, display-linear, with the style's colours. */
  read(pixel: number, rgb: [number, number, number]): void;
  /** Whether a pixel shows the plate as it is. */
  isPlate(pixel: number): boolean;
  /** Moves the colours of a pixel that is product alone; null without a style. */
  readonly grade: ReturnType<typeof createGrade> | null;
}

/** Product over plate as {@link compositePicture} lays them, in floats. */
export function blendLayers(layers: PictureLayers, plate: Plate, options: CompositeOptions): Blend {
  const { light: painted } = options;
  const { style, colours, limit } = options;
  // A style starts from all pixels; without one each is blended when it is read.
  const linear = style === null ? null : blendLinear(layers, plate, options);
  const grade = linear && style && createGrade(colours ?? measureOklab(linear), style, limit);
  const blend = createBlender(layers, plate, options);
  return {
    grade,
    read(pixel, rgb) {
      if (linear === null) {
        blend(pixel, rgb);
        for (const k of [0, 1, 2] as const) rgb[k] = Math.fround(rgb[k]);
        return;
      }
      for (let k = 0; k < 3; k++) rgb[k as 0 | 1 | 2] = linear[pixel * 3 + k] ?? 0;
      grade?.(rgb, layers.coverage[pixel] ?? 0);
    },
    isPlate: (pixel) =>
      grade === null &&
      (layers.coverage[pixel] ?? 0) === 0 &&
      !(painted !== null && !plate.isLit && isLit(painted, pixel)) &&
      isUnshadowed(layers.floor, pixel, options.shadowIntensity),
  };
}

/** Product over plate, display-linear rgb, before any style. */
export function blendLinear(layers: PictureLayers, plate: Plate, options: CompositeOptions): Float32Array {
  const { widthPx, heightPx } = layers;
  const linear = new Float32Array(widthPx * heightPx * 3);
  const blend = createBlender(layers, plate, options);
  const rgb: [number, number, number] = [0, 0, 0];
  for (let i = 0; i < widthPx * heightPx; i++) {
    blend(i, rgb);
    for (let k = 0; k < 3; k++) linear[i * 3 + k] = rgb[k as 0 | 1 | 2];
  }
  return linear;
}

/** Makes what fills in one pixel of product over plate. */
function createBlender(layers: PictureLayers, plate: Plate, options: CompositeOptions): Blend['read'] {
  const { light: painted } = options;
  const back: [number, number, number] = [0, 0, 0];
  return (i, rgb) => {
    const alpha = layers.coverage[i] ?? 0;
    const ground = Math.min(layers.floorCoverage[i] ?? 0, 1 - alpha);
    if (alpha > 0) {
      readProduct(layers, options, i, rgb);
      options.toneMap(rgb);
    }
    for (let k = 0; k < 3; k++) {
      const ratio = drawnShadow(layers.floor[i * 3 + k] ?? 1, options.shadowIntensity);
      back[k as 0 | 1 | 2] = (plate.rgb[i * 3 + k] ?? 0) * (ratio * ground + 1 - alpha - ground);
    }
    if (painted !== null && !plate.isLit && isLit(painted, i)) lightUp(back, painted, i);
    for (const k of [0, 1, 2] as const) rgb[k] = (alpha > 0 ? rgb[k] * alpha : 0) + back[k];
  };
}

/** Fills in the light of a pixel's product, before the tone map: exposed, and with what was painted on it. */
export function readProduct(
  { object }: Pick<PictureLayers, 'object'>,
  { exposure, light }: CompositeOptions,
  pixel: number,
  rgb: [number, number, number],
): void {
  for (const k of [0, 1, 2] as const) rgb[k] = Math.max(0, object[pixel * 3 + k] ?? 0) * exposure;
  if (light !== null) for (const k of [0, 1, 2] as const) rgb[k] *= 1 + (light.rgb[pixel * 3 + k] ?? 0);
}

/**
 * What a floor's share of light makes of the plate behind it.
 *
 * @param light Of the floor, 1 where nothing stands in its way. @param intensity As {@link CompositeOptions} has it.
 */
export function drawnShadow(light: number, intensity: number): number {
  return lighten(deepen(1 + (light - 1) * fadeIn(light)), intensity);
}

function isUnshadowed(floor: Float32Array, i: number, intensity: number): boolean {
  for (let k = 0; k < 3; k++) {
    const light = floor[i * 3 + k] ?? 1;
    if (Math.abs(light - 1) * (light < 1 ? intensity : 1) > UNSHADOWED) return false;
  }
  return true;
}

function lighten(ratio: number, intensity: number): number {
  return ratio < 1 && intensity < 1 ? 1 - (1 - ratio) * intensity : ratio;
}

/** Light above 1, which the product throws on the floor, stays. */
function deepen(ratio: number): number {
  return ratio < 1 ? Math.max(0, ratio) * (1 - SHADOW_DEPTH * (1 - ratio)) : ratio;
}

/** Ramps from 0 at the unshadowed limit to 1 at four times it, so that the limit draws no line. */
function fadeIn(ratio: number): number {
  const t = (Math.abs(ratio - 1) - UNSHADOWED) / (3 * UNSHADOWED);
  return t <= 0 ? 0 : t >= 1 ? 1 : t * t * (3 - 2 * t);
}

/** White noise from 0 to 1, by place and channel, by integer hashing: rounds up as often as the fraction says. */
export function dither(x: number, y: number, channel: number): number {
  let h = Math.imul(x + 7919 * channel, 0x9e3779b1) ^ Math.imul(y + 1, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  return ((h ^ (h >>> 15)) >>> 8) / 16777216;
}
