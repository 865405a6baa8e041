import type { Sky } from '../scene.ts';

/** Rows of patches around the whole sky. */
const ROWS = 32;

/** A part of the quarter of a sky that all of a cyclorama sees: above its floor and before its wall. */
export interface SkyPatch {
  /** Radiance times the solid angle that it has. */
  readonly light: [number, number, number];
  /** Of the direction from which it comes in the mean; X does not count. */
  up: number;
  front: number;
}

/**
 * Sums up the pixels of a sky in patches. Where light comes from is weighed by it, so that a lamp much smaller than a patch stands
 * where it is.
 */
export function patchSky({ widthPx, heightPx, radiance }: Sky): readonly SkyPatch[] {
  const patches = new Map<number, SkyPatch>();
  // The middle column looks along -Z.
  const fronts = Array.from({ length: widthPx }, (_, x) => Math.cos((2 * Math.PI * (x + 0.5)) / widthPx));
  for (let y = 0; y < Math.floor(heightPx / 2); y++) {
    const [above, below] = [Math.cos((Math.PI * y) / heightPx), Math.cos((Math.PI * (y + 1)) / heightPx)];
    const size = (2 * Math.PI * (above - below)) / widthPx;
    const up = (above + below) / 2;
    const flat = Math.sqrt(1 - up * up);
    const row = Math.floor((y * ROWS) / heightPx) * 2 * ROWS;
    for (let x = 0; x < widthPx; x++) {
      const front = flat * fronts[x]!;
      if (front <= 0) continue;
      const from = (y * widthPx + x) * 3;
      const [r, g, b] = [radiance[from]! * size, radiance[from + 1]! * size, radiance[from + 2]! * size];
      const all = r + g + b;
      if (all <= 0) continue;
      const key = row + Math.floor((x * 2 * ROWS) / widthPx);
      let patch = patches.get(key);
      if (patch === undefined) {
        patch = { light: [0, 0, 0], up: 0, front: 0 };
        patches.set(key, patch);
      }
      patch.light[0] += r;
      patch.light[1] += g;
      patch.light[2] += b;
      patch.up += all * up;
      patch.front += all * front;
    }
  }
  for (const patch of patches.values()) {
    const all = patch.light[0] + patch.light[1] + patch.light[2];
    patch.up /= all;
    patch.front /= all;
  }
  return [...patches.values()];
}

/** Irradiance of patches on a surface whose normal has no part along X. */
export function lightOfPatches(
  patches: readonly SkyPatch[],
  normalY: number,
  normalZ: number,
): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0];
  for (const { light, up, front } of patches) {
    const cosine = up * normalY + front * normalZ;
    if (cosine > 0) for (const k of [0, 1, 2] as const) sum[k] += light[k] * cosine;
  }
  return sum;
}
