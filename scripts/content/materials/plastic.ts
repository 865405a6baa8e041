import type { Rgb } from '../colour.ts';
import { fromHex, scaleRgb } from '../colour.ts';
import { clamp, createFbm, createPerlin, createWorley, smoothstep } from '../noise.ts';
import type { Painter, Surface } from '../picture.ts';

/** Moulded plastic with the fine pebble of a spark-eroded tool. */
export function createErodedPainter(seed: number, colour: string, contrast: number): Painter {
  const base = fromHex(colour);
  const pit = createWorley(seed, 150, 150, 1);
  const coarse = createPerlin(seed + 1, 96, 96);
  const fine = createPerlin(seed + 2, 240, 240);
  return (out: Rgb, u: number, v: number, surface: Surface) => {
    const reach = 0.0022;
    const hit = pit(u + coarse(u, v) * reach, v + fine(u, v) * reach);
    const height = smoothstep(0.05, 0.75, hit.nearest) - 0.5 + coarse(u, v) * 0.5 + fine(u, v) * 0.45;
    surface.height = clamp(0.5 + height * 0.5, 0, 1);
    surface.roughness = clamp(0.94 - height * 0.1, 0, 1);
    out[0] = base[0];
    out[1] = base[1];
    out[2] = base[2];
    scaleRgb(out, 1 - height * contrast);
  };
}

/**
 * Paint: almost even, with a powdery grain.
 *
 * @param grainStrength 1 is rubbery, 0 is glass.
 */
export function createSoftTouchPainter(seed: number, colour: string, grainStrength = 1): Painter {
  const base = fromHex(colour);
  const cloud = createFbm(seed, 4, 4, 4);
  const powder = createPerlin(seed + 1, 340, 340);
  const grain = createPerlin(seed + 2, 170, 170);
  return (out: Rgb, u: number, v: number, surface: Surface) => {
    out[0] = base[0];
    out[1] = base[1];
    out[2] = base[2];
    surface.height = clamp(0.5 + (powder(u, v) + grain(u, v) * 0.7) * 0.5, 0, 1);
    surface.roughness = clamp(0.92 + cloud(u, v) * 0.1, 0, 1);
    scaleRgb(out, 1 + (cloud(u, v) * 0.02 + powder(u, v) * 0.07 + grain(u, v) * 0.05) * grainStrength);
  };
}
