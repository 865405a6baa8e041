/** Linear sRGB to linear Display P3, both D65, rows. */
const TO_P3 = [
  [0.8224621, 0.177538, 0],
  [0.0331941, 0.9668058, 0],
  [0.0170827, 0.0723974, 0.9105199],
] as const;
const STEPS = 4096;

/**
 * The same colours in numbers of Display P3, in place: what is sRGB lies within it, so that nothing is cut off, and nothing
 * becomes more colourful than it was made.
 *
 * @param rgba 8 bits, sRGB. Transparent pixels are converted too.
 */
export function convertToP3(rgba: Uint8ClampedArray): void {
  const decode = Float64Array.from({ length: 256 }, (_, byte) => decodeSrgb(byte / 255));
  // Even steps in the root, where the curve is steep.
  const encode = Uint8ClampedArray.from(
    { length: STEPS + 1 },
    (_, step) => 255 * encodeSrgb((step / STEPS) ** 2),
  );
  for (let at = 0; at < rgba.length; at += 4) {
    const r = decode[rgba[at] ?? 0] ?? 0;
    const g = decode[rgba[at + 1] ?? 0] ?? 0;
    const b = decode[rgba[at + 2] ?? 0] ?? 0;
    if (r === g && g === b) continue;
    for (const [k, row] of TO_P3.entries()) {
      const linear = row[0] * r + row[1] * g + row[2] * b;
      rgba[at + k] = encode[Math.round(Math.sqrt(Math.min(1, Math.max(0, linear))) * STEPS)] ?? 0;
    }
  }
}

function decodeSrgb(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function encodeSrgb(linear: number): number {
  return linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055;
}
