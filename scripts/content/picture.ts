import sharp from 'sharp';
import type { Rgb } from './colour.ts';
import { fromLinear, toHex, toLinear } from './colour.ts';
import { clamp, hash, wrap } from './noise.ts';

/** What a material is at a point besides its colour. */
export interface Surface {
  /** 0 is the lowest place, 1 the highest. */
  height: number;
  /** Share of the material's roughness, 0 to 1. */
  roughness: number;
}

/**
 * Writes the sRGB-encoded colour at (u, v) into `out`; u grows to the right and v downwards, 0 to 1. A material writes its
 * `surface` too, where it is not flat and even.
 */
export type Painter = (out: Rgb, u: number, v: number, surface: Surface) => void;

const FLAT: Readonly<Surface> = { height: 0.5, roughness: 1 };

/** 8-bit sRGB, three bytes a pixel, rows from the top. */
export interface Picture {
  readonly sizePx: number;
  readonly rgb: Uint8Array;
}

/**
 * Samples a painter at pixel centres.
 *
 * @param dither Noise added before rounding, in 8-bit steps; the same for the three channels. 0.5 hides rounding.
 */
export function paint(painter: Painter, sizePx: number, dither = 0.5): Picture {
  const rgb = new Uint8Array(sizePx * sizePx * 3);
  const out: Rgb = [0, 0, 0];
  const unused: Surface = { ...FLAT };
  let at = 0;
  for (let y = 0; y < sizePx; y++) {
    for (let x = 0; x < sizePx; x++) {
      painter(out, (x + 0.5) / sizePx, (y + 0.5) / sizePx, unused);
      const noise = dither === 0 ? 0 : (hash(x, y, 1) + hash(x, y, 2) - 1) * dither;
      rgb[at++] = clamp(Math.round(out[0] * 255 + noise), 0, 255);
      rgb[at++] = clamp(Math.round(out[1] * 255 + noise), 0, 255);
      rgb[at++] = clamp(Math.round(out[2] * 255 + noise), 0, 255);
    }
  }
  return { sizePx, rgb };
}

/** Four places in a pixel that share no row and no column. */
const ROOKS = [
  [0.375, 0.125],
  [0.875, 0.375],
  [0.125, 0.625],
  [0.625, 0.875],
] as const;

/** Heights and roughnesses of a painter at pixel centres, four samples a pixel. */
export interface Relief {
  readonly sizePx: number;
  readonly height: Float32Array;
  readonly roughness: Float32Array;
}

/** Samples what a painter says of its surface. */
export function paintRelief(painter: Painter, sizePx: number): Relief {
  const height = new Float32Array(sizePx * sizePx);
  const roughness = new Float32Array(sizePx * sizePx);
  const out: Rgb = [0, 0, 0];
  const surface: Surface = { ...FLAT };
  for (let y = 0; y < sizePx; y++) {
    for (let x = 0; x < sizePx; x++) {
      const at = y * sizePx + x;
      for (const [dx, dy] of ROOKS) {
        Object.assign(surface, FLAT);
        painter(out, (x + dx) / sizePx, (y + dy) / sizePx, surface);
        height[at]! += surface.height / ROOKS.length;
        roughness[at]! += surface.roughness / ROOKS.length;
      }
    }
  }
  return { sizePx, height, roughness };
}

/**
 * Normals of a relief as glTF has them: red to the right, green to the picture's top.
 *
 * @param tallness Height of 1, as a share of the tile's width.
 * @returns Null for a relief that is flat.
 */
export function drawNormals({ sizePx, height }: Relief, tallness: number): Picture | null {
  const rgb = new Uint8Array(sizePx * sizePx * 3);
  const at = (x: number, y: number) => height[wrap(y, sizePx) * sizePx + wrap(x, sizePx)]!;
  let steepest = 0;
  for (let y = 0; y < sizePx; y++) {
    for (let x = 0; x < sizePx; x++) {
      const toRight = ((at(x + 1, y) - at(x - 1, y)) / 2) * sizePx * tallness;
      const toTop = ((at(x, y - 1) - at(x, y + 1)) / 2) * sizePx * tallness;
      const length = Math.hypot(toRight, toTop, 1);
      steepest = Math.max(steepest, length);
      const pixel = (y * sizePx + x) * 3;
      rgb[pixel] = Math.round(127.5 - (toRight / length) * 127.5);
      rgb[pixel + 1] = Math.round(127.5 - (toTop / length) * 127.5);
      rgb[pixel + 2] = Math.round(127.5 + 127.5 / length);
    }
  }
  return steepest < 1.0002 ? null : { sizePx, rgb };
}

/** Roughnesses as greys; null where they are even. */
export function drawRoughness({ sizePx, roughness }: Relief): Picture | null {
  const rgb = new Uint8Array(sizePx * sizePx * 3);
  for (const [i, share] of roughness.entries())
    rgb.fill(Math.round(clamp(share, 0, 1) * 255), i * 3, i * 3 + 3);
  const [least, most] = minMax(rgb);
  return most - least < 3 ? null : { sizePx, rgb };
}

function minMax(values: Uint8Array): [number, number] {
  let [least, most] = [255, 0];
  for (const value of values) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return [least, most];
}

/** @param quality 1 to 100, lossy. */
export async function encodeWebp(picture: Picture, quality: number): Promise<Buffer> {
  const raw = { width: picture.sizePx, height: picture.sizePx, channels: 3 } as const;
  return sharp(picture.rgb, { raw }).webp({ quality, effort: 4, smartSubsample: true }).toBuffer();
}

/** A square picture as {@link encodeWebp} left it. */
export async function decodeWebp(bytes: Uint8Array): Promise<Picture> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { sizePx: info.width, rgb: data };
}

/** Mean of the linear colours, as sRGB hex. */
export function averageColour(picture: Picture): string {
  const sum = [0, 0, 0];
  const linear = Array.from({ length: 256 }, (_, i) => toLinear(i / 255));
  for (let i = 0; i < picture.rgb.length; i++) sum[i % 3]! += linear[picture.rgb[i]!]!;
  const mean = (c: number) => {
    return fromLinear(sum[c]! / (picture.sizePx * picture.sizePx));
  };
  return toHex([mean(0), mean(1), mean(2)]);
}

/** Distance between the 5th and 95th percentile of the linear Rec. 709 luminance, 0 to 1. */
export function luminanceRange(picture: Picture): number {
  const bins = new Uint32Array(4096);
  const linear = Array.from({ length: 256 }, (_, i) => toLinear(i / 255));
  const { rgb } = picture;
  for (let i = 0; i < rgb.length; i += 3) {
    const y = 0.2126 * linear[rgb[i]!]! + 0.7152 * linear[rgb[i + 1]!]! + 0.0722 * linear[rgb[i + 2]!]!;
    bins[Math.min(4095, Math.floor(y * 4096))]!++;
  }
  const at = (share: number) => {
    let left = (rgb.length / 3) * share;
    for (let i = 0; i < bins.length; i++) {
      left -= bins[i]!;
      if (left <= 0) return (i + 0.5) / 4096;
    }
    return 1;
  };
  return at(0.95) - at(0.05);
}
