import { luminance } from '../../../../../tracer/picture.ts';
import { inBands } from './in-bands.ts';
import { blurGrey, type Grey, type Rgb, type Size } from './rasters.ts';

/** Share of a region's pixels that are darker than what counts as fully lit: highlights stand above it. */
const LIT_SHARE = 0.95;
/** Standard deviation that hides the grain of cloth and wood: 4 px of 1024. */
const GRAIN_SHARE = 4 / 1024;

export interface LaidMaterial {
  /** 255 is where it lies. */
  readonly region: Grey;
  /** A square tile. */
  readonly tile: Rgb;
  readonly tilePx: number;
}

/**
 * Lays a material's picture on its region, in place: the old colour and its pattern go, its shading stays.
 * What was fully lit shows the tile as it is.
 */
export async function layMaterial(
  pixels: Rgb,
  size: Size,
  { region, tile, tilePx }: LaidMaterial,
): Promise<void> {
  const { widthPx, heightPx } = size;
  const shading = await findShading(pixels, size, region);
  const counts = new Uint32Array(256);
  await inBands(widthPx * heightPx, (from, to) => {
    for (let at = from; at < to; at++) {
      const value = shading[at] ?? 0;
      if (region[at] === 255) counts[value] = (counts[value] ?? 0) + 1;
    }
  });
  const lit = Math.max(1, findLit(counts));
  await inBands(widthPx * heightPx, (from, to) => {
    for (let at = from; at < to; at++) {
      if (region[at] !== 255) continue;
      const shade = Math.min(1, (shading[at] ?? 0) / lit);
      const x = (at % widthPx) % tilePx;
      const y = Math.floor(at / widthPx) % tilePx;
      for (const k of [0, 1, 2] as const) {
        const texel = tile[(y * tilePx + x) * 3 + k] ?? 0;
        pixels[at * 3 + k] = Math.round(texel * shade);
      }
    }
  });
}

/** Brightness within a region without the grain of what it wears, and without what lies around it. */
async function findShading(pixels: Rgb, size: Size, region: Grey): Promise<Grey> {
  const own = new Uint8Array(region.length);
  await inBands(own.length, (from, to) => {
    for (let at = from; at < to; at++) {
      if (region[at] !== 255) continue;
      const [red = 0, green = 0, blue = 0] = [pixels[at * 3], pixels[at * 3 + 1], pixels[at * 3 + 2]];
      own[at] = Math.round(luminance(red, green, blue));
    }
  });
  const sigma = Math.min(size.widthPx, size.heightPx) * GRAIN_SHARE;
  const [soft, share] = [await blurGrey(own, size, sigma), await blurGrey(region, size, sigma)];
  await inBands(own.length, (from, to) => {
    for (let at = from; at < to; at++) {
      const whole = share[at] ?? 0;
      if (region[at] === 255 && whole > 0) own[at] = Math.min(255, (255 * (soft[at] ?? 0)) / whole);
    }
  });
  return own;
}

/** Luminance that `LIT_SHARE` of the region does not exceed. */
function findLit(counts: Uint32Array): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  let seen = 0;
  for (let value = 0; value < 256; value++) {
    seen += counts[value] ?? 0;
    if (seen >= total * LIT_SHARE) return value;
  }
  return 255;
}
