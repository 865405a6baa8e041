import sharp from 'sharp';
import type { Rgb } from './colour.ts';
import { fromLinear, toHex, toLinear } from './colour.ts';
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
      const noise = dither === 0 ? 0 : (hash(x, y, 1) + hash(x, y, 2) - 1) * dither;
      rgb[at++] = clamp(Math.round(out[0] * 255 + noise), 0, 255);
      rgb[at++] = clamp(Math.round(out[1] * 255 + noise), 0, 255);
      rgb[at++] = clamp(Math.round(out[2] * 255 + noise), 0, 255);
    }
  }
  return { sizePx, rgb };
}

/** Difference to a neighbour, summed over the channels in 8-bit steps, from which a pixel is an edge. */
const EDGE_STEP = 20;

/** Four places in a pixel that share no row and no column. */
const ROOKS = [
  [0.375, 0.125],
  [0.875, 0.375],
  [0.125, 0.625],
  [0.625, 0.875],
] as const;

/** Draws the pixels on edges again with four samples each. For painters with sharp outlines and no noise. */
export function smoothEdges(painter: Painter, picture: Picture): void {
  const { sizePx, rgb } = picture;
  const before = rgb.slice();
  const differs = (a: number, b: number) =>
    Math.abs(before[a]! - before[b]!) +
      Math.abs(before[a + 1]! - before[b + 1]!) +
      Math.abs(before[a + 2]! - before[b + 2]!) >
    EDGE_STEP;
  const out: Rgb = [0, 0, 0];
  for (let y = 1; y < sizePx - 1; y++) {
    for (let x = 1; x < sizePx - 1; x++) {
      const at = (y * sizePx + x) * 3;
      const row = sizePx * 3;
      if (!(differs(at, at - 3) || differs(at, at + 3) || differs(at, at - row) || differs(at, at + row)))
        continue;
      const sum = [0, 0, 0];
      for (const [dx, dy] of ROOKS) {
        painter(out, (x + dx) / sizePx, (y + dy) / sizePx);
        for (let c = 0; c < 3; c++) sum[c]! += out[c]!;
      }
      for (let c = 0; c < 3; c++) rgb[at + c] = clamp(Math.round((sum[c]! / ROOKS.length) * 255), 0, 255);
    }
  }
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
