import type { LinearPicture } from '../picture.ts';
import { cosTurns, sinTurns } from '../portable-maths.ts';

/** Colour towards a unit direction: Y is up, and the middle of the map lies along -Z. */
export type Radiance = (x: number, y: number, z: number) => readonly [number, number, number];

/** Paints a map of surroundings, a direction at a time. */
export function paintMap(heightPx: number, radiance: Radiance): LinearPicture {
  const widthPx = 2 * heightPx;
  const rgb = new Float32Array(widthPx * heightPx * 3);
  const columns = Array.from({ length: widthPx }, (_, x) => {
    const turns = (x + 0.5) / widthPx - 0.5;
    return [sinTurns(turns), -cosTurns(turns)] as const;
  });
  for (let y = 0; y < heightPx; y++) {
    const polar = (y + 0.5) / (2 * heightPx);
    const [up, across] = [cosTurns(polar), sinTurns(polar)];
    for (const [x, [east, south]] of columns.entries()) {
      rgb.set(radiance(across * east, up, across * south), (y * widthPx + x) * 3);
    }
  }
  return { widthPx, heightPx, rgb };
}

/** What lies under a sky: a matt ground that shows in the distance as haze does. */
export function withGround(
  sky: Radiance,
  ground: readonly [number, number, number],
  hazeHeight = 0.03,
): Radiance {
  return (x, y, z) => {
    if (y >= 0) return sky(x, y, z);
    const flat = Math.sqrt(x * x + z * z) || 1;
    const horizon = sky(x / flat, 0, z / flat);
    const t = Math.min(1, -y / hazeHeight);
    const share = t * t * (3 - 2 * t);
    return [
      horizon[0] + (ground[0] - horizon[0]) * share,
      horizon[1] + (ground[1] - horizon[1]) * share,
      horizon[2] + (ground[2] - horizon[2]) * share,
    ];
  };
}

/** Smooth noise from 0 to 1 over a plane: four octaves of values on a grid, each half as large as the one before. */
export function clouds(x: number, y: number): number {
  let [sum, size, scale] = [0, 0.5, 1];
  for (let octave = 0; octave < 4; octave++) {
    sum += size * valueNoise(x * scale + octave * 17, y * scale - octave * 31);
    size /= 2;
    scale *= 2;
  }
  return sum / 0.9375;
}

function valueNoise(x: number, y: number): number {
  const [x0, y0] = [Math.floor(x), Math.floor(y)];
  const [fx, fy] = [smooth(x - x0), smooth(y - y0)];
  const top = hash(x0, y0) + (hash(x0 + 1, y0) - hash(x0, y0)) * fx;
  const bottom = hash(x0, y0 + 1) + (hash(x0 + 1, y0 + 1) - hash(x0, y0 + 1)) * fx;
  return top + (bottom - top) * fy;
}

function smooth(t: number): number {
  return t * t * (3 - 2 * t);
}

function hash(x: number, y: number): number {
  let h = Math.imul(x | 0, 0x9e3779b1) ^ Math.imul(y | 0, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  return ((h ^ (h >>> 15)) >>> 8) / 16777216;
}
