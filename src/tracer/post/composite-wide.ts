import { toDisplayP3 } from '../../contract/files/display-p3.ts';
import type { Plate } from './build-plate.ts';
import { blendLayers, blendLinear, type CompositeOptions, dither } from './composite-picture.ts';
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
 * @param options Those of the picture in sRGB. @param toneMap The wide one of the same name.
 * @returns rgba of Display P3, 8 bits, row 0 at the top; null where nothing of it lies outside of sRGB.
 */
export function compositeWide(
  layers: PictureLayers,
  plate: Plate,
  options: CompositeOptions,
  toneMap: ToneMap,
  srgb: SrgbTables,
): Uint8Array | null {
  const { widthPx, heightPx } = layers;
  const { style } = options;
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
    isWide ||= Math.min(...rgb) < -LEVEL.below || Math.max(...rgb) > 1 + LEVEL.above;
    toDisplayP3(rgb);
    for (const k of [0, 1, 2] as const) {
      const noise = isKept ? 0.5 : dither(i % widthPx, Math.floor(i / widthPx), k);
      rgba[i * 4 + k] = Math.min(255, Math.floor(srgb.encode(rgb[k]) + noise));
    }
  }
  return isWide ? rgba : null;
}
