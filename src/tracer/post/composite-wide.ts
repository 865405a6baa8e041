import { toDisplayP3 } from '../../contract/files/display-p3.ts';
import type { Plate } from './build-plate.ts';
import { blendLayers, blendLinear, type CompositeOptions, dither, readProduct } from './composite-picture.ts';
import type { PictureLayers } from './denoise.ts';
import { measureOklab } from './grade-style.ts';
import type { SrgbTables } from './srgb-tables.ts';
import { limitToP3, type ToneMap } from './tone-map.ts';

/** A level of 256, display-linear, at either end of sRGB: what lies outside of it by less is not another colour. */
const LEVEL = { below: 0.0003, above: 0.009 };

/**
 * The finished picture once more, for displays that show Display P3, straight from the scene's light: what shines in a colour
 * that sRGB has not, keeps it. Everything else has the colours of the picture in sRGB.
 *
 * @param options Those of the picture in sRGB. @param toneMap The wide one of the same name. @param top As `compositePicture` has it.
 * @returns rgba of Display P3, 8 bits, row 0 at the top; null where nothing of it lies outside of sRGB.
 */
export function compositeWide(
  layers: PictureLayers,
  plate: Plate,
  options: CompositeOptions,
  toneMap: ToneMap,
  srgb: SrgbTables,
  top = 0,
): Uint8Array | null {
  const { widthPx, heightPx } = layers;
  const { style } = options;
  if (style === null && !mayBeWide(layers, plate, options, toneMap)) return null;
  // A style starts from the same colours, or it would move this picture elsewhere.
  const colours =
    style === null ? {} : { colours: options.colours ?? measureOklab(blendLinear(layers, plate, options)) };
  const blend = blendLayers(layers, plate, { ...options, ...colours, toneMap, limit: limitToP3 });
  const rgba = new Uint8Array(widthPx * heightPx * 4).fill(255);
  const rgb: [number, number, number] = [0, 0, 0];
  let isWide = false;
  for (let i = 0; i < widthPx * heightPx; i++) {
    const isKept = plate.exact !== null && blend.isPlate(i);
    if (isKept) for (const k of [0, 1, 2] as const) rgb[k] = srgb.decode[plate.exact?.[i * 4 + k] ?? 0] ?? 0;
    else blend.read(i, rgb);
    // A floor may shine more than white, which no display shows.
    limitToP3(rgb);
    isWide ||= isBeyond(rgb);
    toDisplayP3(rgb);
    for (const k of [0, 1, 2] as const) {
      const noise = isKept ? 0.5 : dither(i % widthPx, top + Math.floor(i / widthPx), k);
      rgba[i * 4 + k] = Math.min(255, Math.floor(srgb.encode(rgb[k]) + noise));
    }
  }
  return isWide ? rgba : null;
}

/**
 * The same colours in numbers of Display P3, for rows that have no other ones.
 *
 * @param rgba Of sRGB, 8 bits. @param wide Gets them.
 */
export function copyToWide(rgba: Uint8Array, wide: Uint8Array, srgb: SrgbTables): void {
  const rgb: [number, number, number] = [0, 0, 0];
  for (let at = 0; at < rgba.length; at += 4) {
    for (const k of [0, 1, 2] as const) rgb[k] = srgb.decode[rgba[at + k] ?? 0] ?? 0;
    toDisplayP3(rgb);
    for (const k of [0, 1, 2] as const) wide[at + k] = Math.min(255, Math.floor(srgb.encode(rgb[k]) + 0.5));
    wide[at + 3] = rgba[at + 3] ?? 255;
  }
}

/**
 * Whether composing it is worth the time, which for most pictures it is not: product and plate are laid over each other in
 * linear light, and what is made of colours of sRGB is one of them.
 */
function mayBeWide(
  layers: PictureLayers,
  plate: Plate,
  options: CompositeOptions,
  toneMap: ToneMap,
): boolean {
  const { coverage, floor } = layers;
  const rgb: [number, number, number] = [0, 0, 0];
  for (let i = 0; i < coverage.length; i++) {
    const alpha = coverage[i] ?? 0;
    rgb[0] = rgb[1] = rgb[2] = 0;
    if (alpha > 0) {
      readProduct(layers, options, i, rgb);
      toneMap(rgb);
      if (isBeyond(rgb)) return true;
    }
    let isBright = false;
    for (let k = 0; k < 3; k++) {
      const lit = 1 + (options.light?.rgb[i * 3 + k] ?? 0);
      const ground = (plate.rgb[i * 3 + k] ?? 0) * (floor[i * 3 + k] ?? 1) * lit;
      if (ground > 1 + LEVEL.above) isBright = true;
      rgb[k as 0 | 1 | 2] = rgb[k as 0 | 1 | 2] * alpha + ground * (1 - alpha);
    }
    if (!isBright) continue;
    // No display shows more than white: grey that is brighter is white.
    limitToP3(rgb);
    if (isBeyond(rgb)) return true;
  }
  return false;
}

function isBeyond([r, g, b]: readonly [number, number, number]): boolean {
  return Math.min(r, g, b) < -LEVEL.below || Math.max(r, g, b) > 1 + LEVEL.above;
}
