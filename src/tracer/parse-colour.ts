import { exp2, log2 } from './portable-maths.ts';

/**
 * @param hex `#rrggbb`, sRGB.
 * @returns Linear Rec. 709, 0 to 1.
 */
export function parseColour(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16);
  return [
    decodeSrgb((value >> 16) / 255),
    decodeSrgb(((value >> 8) & 255) / 255),
    decodeSrgb((value & 255) / 255),
  ];
}

/** One sRGB channel, 0 to 1, to linear (IEC 61966-2-1). */
export function decodeSrgb(encoded: number): number {
  return encoded <= 0.04045 ? encoded / 12.92 : exp2(2.4 * log2((encoded + 0.055) / 1.055));
}

/** One linear channel, 0 to 1, to sRGB (IEC 61966-2-1). */
export function encodeSrgb(linear: number): number {
  return linear <= 0.0031308 ? linear * 12.92 : 1.055 * exp2(log2(linear) / 2.4) - 0.055;
}
