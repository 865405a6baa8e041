import { clamp, mix } from './noise.ts';

/** sRGB-encoded, 0 to 1. Writable, so that painters can reuse one. */
export type Rgb = [number, number, number];

/** @param hex Six digits after a `#`. */
export function fromHex(hex: string): Rgb {
  const n = Number.parseInt(hex.slice(1), 16);
  return [((n >> 16) & 255) / 255, ((n >> 8) & 255) / 255, (n & 255) / 255];
}

export function toHex(rgb: Readonly<Rgb>): string {
  return `#${rgb
    .map((c) =>
      Math.round(clamp(c, 0, 1) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

export function toLinear(encoded: number): number {
  return encoded <= 0.04045 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4;
}

/** By square root, so that darkness gets its share of the entries; within 0.0002 of the curve. */
const ENCODED = Float64Array.from({ length: 4098 }, (_, i) => {
  const linear = (i / 4096) ** 2;
  return linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055;
});

/** Clamps to 0 to 1. Read from a table: powers took a tenth of the whole build. */
export function fromLinear(linear: number): number {
  const at = Math.sqrt(clamp(linear, 0, 1)) * 4096;
  const i = Math.floor(at);
  return mix(ENCODED[i]!, ENCODED[i + 1]!, at - i);
}

/** Writes the colour between `a` and `b` into `out`. */
export function mixRgb(out: Rgb, a: Readonly<Rgb>, b: Readonly<Rgb>, t: number): void {
  out[0] = mix(a[0], b[0], t);
  out[1] = mix(a[1], b[1], t);
  out[2] = mix(a[2], b[2], t);
}

/**
 * A colour for every number from 0 to 1, through evenly spaced stops.
 *
 * @param stops At least two colours as hex.
 */
export function createRamp(stops: readonly string[]): (out: Rgb, t: number) => void {
  const colours = stops.map(fromHex);
  const last = colours.length - 1;
  return (out, t) => {
    const at = clamp(t, 0, 1) * last;
    const i = Math.min(Math.floor(at), last - 1);
    mixRgb(out, colours[i]!, colours[i + 1]!, at - i);
  };
}

/** Multiplies in place. */
export function scaleRgb(rgb: Rgb, by: number): void {
  rgb[0] *= by;
  rgb[1] *= by;
  rgb[2] *= by;
}
