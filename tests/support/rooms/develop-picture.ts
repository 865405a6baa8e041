import type { Dice } from './open-dice.ts';

export function toByte(value: number): number {
  const shown = value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
  return Math.round(Math.min(1, Math.max(0, shown)) * 255);
}

export function fromByte(byte: number): number {
  const shown = byte / 255;
  return shown <= 0.04045 ? shown / 12.92 : ((shown + 0.055) / 1.055) ** 2.4;
}

/** How far a camera's tones level off towards white. */
const SHOULDER = 0.6;

/**
 * Exposes as a photographer would, bends the tones a little, and keeps 8 bits.
 *
 * @param isCamera Each channel levels off by itself, so that what is bright loses colour; else colours stay as they fell.
 */
export function develop(rgb: Float32Array, dice: Dice, isCamera = false): void {
  const level = (i: number) => 0.2126 * rgb[i]! + 0.7152 * rgb[i + 1]! + 0.0722 * rgb[i + 2]!;
  const sorted = Float32Array.from({ length: rgb.length / 3 }, (_, i) => level(i * 3)).sort();
  const gain = dice.between(0.7, 1) / Math.max(1e-6, sorted[Math.floor(sorted.length * 0.96)]!);
  const bend = dice.between(0.88, 1.15);
  for (let i = 0; i < rgb.length; i += 3) {
    const before = level(i) * gain;
    const factor = before > 0 ? (gain * before ** bend) / before : gain;
    for (let k = 0; k < 3; k++) {
      const value = rgb[i + k]! * factor;
      rgb[i + k] = fromByte(toByte(isCamera ? (value * (1 + SHOULDER)) / (1 + SHOULDER * value) : value));
    }
  }
}
