import { type LinearPicture, samplePicture } from '../../../../../tracer/picture.ts';
import { isLit, lightUp, paintLight } from '../../../../../tracer/post/paint-light.ts';
import { createSrgbTables } from '../../../../../tracer/post/srgb-tables.ts';
import { openImage } from '../../../../images/open-image.ts';
import { inBands } from './in-bands.ts';
import type { Grey, Rgb, Size } from './rasters.ts';

/** Light is soft: at this size nothing of it is lost, and it is made in 50 ms. */
const LIGHT_PX = 384;
/** A change of light this strong is painted wholly; fainter ones by their share. */
const STRONG = 0.5;

/** The light of an order's sketch, as the built-in engine understands it. */
export interface PaintedLight {
  /** Where it is, 255 at its strongest, 0 where a pixel stays as it is. */
  readonly strength: Grey;
  /** Lights a picture of that size, in place. */
  light(pixels: Rgb): Promise<void>;
}

/** @returns Null where nothing is painted. */
export async function readPaintedLight(bytes: Uint8Array, size: Size): Promise<PaintedLight | null> {
  const { data, info } = await openImage(bytes)
    .ensureAlpha()
    .toColourspace('srgb')
    .resize(LIGHT_PX, LIGHT_PX, { fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const tables = createSrgbTables();
  const sketch = { widthPx: info.width, heightPx: info.height, rgba: data };
  const small = paintLight(sketch, info.width, info.height, tables);
  if (small === null) return null;
  const light = await stretchLight(small, size);
  const { widthPx, heightPx } = size;
  return {
    strength: await measureStrength(light),
    light: (pixels) =>
      inBands(widthPx * heightPx, (from, to) => {
        for (let at = from; at < to; at++) {
          if (!isLit(light, at)) continue;
          const lit: [number, number, number] = [0, 0, 0];
          for (const k of [0, 1, 2] as const) lit[k] = tables.decode[pixels[at * 3 + k] ?? 0] ?? 0;
          lightUp(lit, light, at);
          for (const k of [0, 1, 2] as const) pixels[at * 3 + k] = Math.round(tables.encode(lit[k]));
        }
      }),
  };
}

async function stretchLight(light: LinearPicture, { widthPx, heightPx }: Size): Promise<LinearPicture> {
  const rgb = new Float32Array(widthPx * heightPx * 3);
  await inBands(widthPx * heightPx, (from, to) => {
    for (let at = from; at < to; at++) {
      const u = ((at % widthPx) + 0.5) / widthPx;
      const v = (Math.floor(at / widthPx) + 0.5) / heightPx;
      for (let k = 0; k < 3; k++) rgb[at * 3 + k] = samplePicture(light, u, v, k);
    }
  });
  return { widthPx, heightPx, rgb };
}

async function measureStrength({ rgb }: LinearPicture): Promise<Grey> {
  const strength = new Uint8Array(rgb.length / 3);
  await inBands(strength.length, (from, to) => {
    for (let at = from; at < to; at++) {
      const most = Math.max(
        Math.abs(rgb[at * 3] ?? 0),
        Math.abs(rgb[at * 3 + 1] ?? 0),
        Math.abs(rgb[at * 3 + 2] ?? 0),
      );
      strength[at] = Math.round(255 * Math.min(1, most / STRONG));
    }
  });
  return strength;
}
