import sharp from 'sharp';
import type { Rgb } from './colour.ts';
import { toHex, toLinear } from './colour.ts';
import { clamp, hash } from './noise.ts';

/** Writes the sRGB-encoded colour at (u, v) into `out`; u grows to the right and v downwards, 0 to 1. */
export type Painter = (out: Rgb, u: number, v: number) => void;

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
  let at = 0;
  for (let y = 0; y < sizePx; y++) {
    for (let x = 0; x < sizePx; x++) {
      painter(out, (x + 0.5) / sizePx, (y + 0.5) / sizePx);
      const noise = (hash(x, y, 1) + hash(x, y, 2) - 1) * dither;
      rgb[at++] = clamp(Math.round(out[0] * 255 + noise), 0, 255);
      rgb[at++] = clamp(Math.round(out[1] * 255 + noise), 0, 255);
      rgb[at++] = clamp(Math.round(out[2] * 255 + noise), 0, 255);
    }
  }
  return { sizePx, rgb };
}

/** @param quality 1 to 100, lossy. */
export async function encodeWebp(picture: Picture, quality: number): Promise<Buffer> {
  const raw = { width: picture.sizePx, height: picture.sizePx, channels: 3 } as const;
  return sharp(picture.rgb, { raw }).webp({ quality, effort: 4, smartSubsample: true }).toBuffer();
}

/** Mean of the linear colours, as sRGB hex. */
export function averageColour(picture: Picture): string {
  const sum = [0, 0, 0];
  const linear = Array.from({ length: 256 }, (_, i) => toLinear(i / 255));
  for (let i = 0; i < picture.rgb.length; i++) sum[i % 3]! += linear[picture.rgb[i]!]!;
  const mean = (c: number) => {
    const value = sum[c]! / (picture.sizePx * picture.sizePx);
    return value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
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
