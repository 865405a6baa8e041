import type { Rgb } from '../colour.ts';
import { fromHex, scaleRgb } from '../colour.ts';
import { clamp, createFbm, createPerlin, hash, wrap } from '../noise.ts';
import type { Painter, Surface } from '../picture.ts';

/** Straight grain across the picture, left by an abrasive belt. */
export function createBrushedPainter(seed: number, colour: string, contrast: number): Painter {
  const base = fromHex(colour);
  const broad = createFbm(seed, 1, 40, 3, 0.6);
  const middle = createPerlin(seed + 5, 3, 190);
  const hairline = createPerlin(seed + 6, 6, 512);
  const broken = createPerlin(seed + 7, 22, 512);
  const patch = createFbm(seed + 8, 4, 24, 2);
  return (out: Rgb, u: number, v: number, surface: Surface) => {
    const line =
      broad(u, v) * 0.4 +
      middle(u, v) * 0.7 +
      hairline(u, v) * 0.9 +
      broken(u, v) * (0.5 + 0.5 * patch(u, v));
    surface.height = clamp(0.5 + line * 0.3, 0, 1);
    surface.roughness = clamp(0.84 + line * 0.12 + broad(u, v) * 0.08, 0, 1);
    out[0] = base[0];
    out[1] = base[1];
    out[2] = base[2];
    scaleRgb(out, 1 + line * contrast);
  };
}

/** Satin metal, rubbed by hand in every direction, with a breath of tarnish. */
export function createSatinPainter(seed: number, colour: string, tarnish: string): Painter {
  const base = fromHex(colour);
  const dark = fromHex(tarnish);
  const sizePx = 1024;
  const scratches = scratchTorus(seed, sizePx, 5200);
  const cloud = createFbm(seed + 1, 3, 3, 5, 0.55);
  const spot = createFbm(seed + 2, 24, 24, 3);
  return (out: Rgb, u: number, v: number, surface: Surface) => {
    const x = wrap(Math.floor(u * sizePx), sizePx);
    const y = wrap(Math.floor(v * sizePx), sizePx);
    const rub = scratches[y * sizePx + x]!;
    const age = 0.28 + cloud(u, v) * 0.2 + spot(u, v) * 0.08;
    surface.height = clamp(0.5 + rub * 0.3, 0, 1);
    surface.roughness = clamp(0.62 + age * 0.7 + rub * 0.1, 0, 1);
    for (let c = 0; c < 3; c++) out[c] = base[c]! + (dark[c]! - base[c]!) * age;
    scaleRgb(out, 1 + rub * 0.1);
  };
}

/** Fine straight marks of random direction, drawn on a torus; about -1 to 1. */
function scratchTorus(seed: number, sizePx: number, count: number): Float32Array {
  const marks = new Float32Array(sizePx * sizePx);
  for (let i = 0; i < count; i++) {
    const x = hash(i, 1, seed) * sizePx;
    const y = hash(i, 2, seed) * sizePx;
    const angle = hash(i, 3, seed) * Math.PI;
    const length = 60 + hash(i, 4, seed) * 200;
    const strength = (hash(i, 5, seed) - 0.45) * 0.8;
    const dx = Math.cos(angle);
    const dy = Math.sin(angle);
    for (let s = 0; s < length; s++) {
      const fade = strength * Math.sin((s / length) * Math.PI);
      const px = x + dx * s;
      const py = y + dy * s;
      const ix = Math.floor(px);
      const iy = Math.floor(py);
      const fx = px - ix;
      const fy = py - iy;
      const x0 = wrap(ix, sizePx);
      const x1 = wrap(ix + 1, sizePx);
      const y0 = wrap(iy, sizePx) * sizePx;
      const y1 = wrap(iy + 1, sizePx) * sizePx;
      marks[y0 + x0]! += fade * (1 - fx) * (1 - fy);
      marks[y0 + x1]! += fade * fx * (1 - fy);
      marks[y1 + x0]! += fade * (1 - fx) * fy;
      marks[y1 + x1]! += fade * fx * fy;
    }
  }
  return marks;
}

/** Mirror finish: even, but for the breath and the wipe marks that show where light grazes it. */
export function createPolishedPainter(seed: number, colour: string): Painter {
  const base = fromHex(colour);
  const breath = createFbm(seed, 3, 3, 4, 0.55);
  const wipe = createFbm(seed + 1, 2, 40, 3, 0.6);
  return (out: Rgb, u: number, v: number, surface: Surface) => {
    surface.roughness = clamp(0.7 + breath(u, v) * 0.3 + wipe(u, v) * 0.14, 0, 1);
    out[0] = base[0];
    out[1] = base[1];
    out[2] = base[2];
    scaleRgb(out, 1 + breath(u, v) * 0.012);
  };
}
