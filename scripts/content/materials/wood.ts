import type { Rgb } from '../colour.ts';
import { createRamp, scaleRgb } from '../colour.ts';
import { clamp, createFbm, createPerlin, hash, smoothstep, wrap } from '../noise.ts';
import type { Painter, Surface } from '../picture.ts';

interface Wood {
  readonly seed: number;
  /** Growth rings across a tile. */
  readonly rings: number;
  /** How far rings wander, in rings. Above 1 they close into cathedrals. */
  readonly wander: number;
  /** Colours from early to late wood. */
  readonly stops: readonly string[];
  /** Share of pore cells that hold a pore, and how dark a pore is, 0 to 1. */
  readonly poreShare: number;
  readonly poreDepth: number;
  /** 0: pores anywhere (walnut). 1: pores in early wood only (oak, a ring-porous wood). */
  readonly ringPorous: number;
  /** Strength of the broad colour clouds, 0 to 1. */
  readonly clouds: number;
  /** Strength of the light flecks of the medullary rays, 0 to 1. */
  readonly flecks: number;
}

/** A flat-sawn board, its grain running down the picture. */
export function createWoodPainter(wood: Wood): Painter {
  const { seed, rings } = wood;
  const ramp = createRamp(wood.stops);
  const sway = createFbm(seed, 2, 1, 2, 0.5);
  const width = createPerlin(seed + 5, 5, 1);
  const wobble = createFbm(seed + 7, 4, 2, 3, 0.5);
  const ripple = createPerlin(seed + 13, 24, 6);
  const cloud = createFbm(seed + 19, 3, 1, 3);
  const streak = createFbm(seed + 23, 64, 2, 3, 0.6);
  const fibre = createPerlin(seed + 29, 384, 12);
  const fine = createPerlin(seed + 31, 512, 40);
  const pores = createPores(seed + 41, 200, 26);
  const smallPores = createPores(seed + 43, 330, 44);
  const rays = createPores(seed + 47, 70, 34);
  return (out: Rgb, u: number, v: number, surface: Surface) => {
    const bend = sway(u, v) * wood.wander + wobble(u, v) * 0.5 + ripple(u, v) * 0.1 + width(u, 0) * 1.6;
    const s = u * rings + bend;
    const ring = Math.floor(s);
    const t = s - ring;
    const id = wrap(ring, rings);
    // Early wood is broad and pale, late wood narrow and dark, and it ends at once.
    const sharpness = 1.4 + hash(id, 5, seed) * 2.6;
    const late = t ** sharpness * smoothstep(1, 0.78, t);
    const strength = 0.22 + 0.78 * hash(id, 6, seed) ** 1.3;
    const tone =
      0.2 +
      late * strength * 0.62 +
      (hash(id, 8, seed) - 0.5) * 0.1 * smoothstep(0, 0.25, t) * smoothstep(1, 0.8, t) +
      cloud(u, v) * wood.clouds +
      streak(u, v) * 0.17 +
      fibre(u, v) * 0.12;
    ramp(out, clamp(tone, 0, 1));
    const early = 1 - wood.ringPorous * smoothstep(0.12, 0.5, t) * smoothstep(1, 0.96, t);
    const pore = Math.max(
      pores(u, v, wood.poreShare * early),
      smallPores(u, v, wood.poreShare * 0.8 * (0.35 + 0.65 * early)) * 0.65,
    );
    const ray = wood.flecks > 0 ? rays(u + 0.013 * Math.sin(v * 6.2832), v, 0.2) * wood.flecks : 0;
    // Pores are open to the touch, late wood is hard and takes a shine.
    surface.height = clamp(0.8 - pore * 0.7 + late * strength * 0.1 + fibre(u, v) * 0.14, 0, 1);
    surface.roughness = clamp(0.86 + pore * 0.14 - late * strength * 0.2 + streak(u, v) * 0.1, 0, 1);
    scaleRgb(out, (1 - pore * wood.poreDepth) * (1 + ray * 0.16) * (1 + fine(u, v) * 0.05));
  };
}

/** Short vertical dashes, at most one in each cell of a wrapping grid. */
function createPores(
  seed: number,
  columns: number,
  rows: number,
): (u: number, v: number, share: number) => number {
  return (u, v, share) => {
    const column = wrap(Math.floor(u * columns), columns);
    const shifted = v * rows + hash(column, 1, seed) * rows;
    const row = wrap(Math.floor(shifted), rows);
    if (hash(column, row, seed + 2) >= share) return 0;
    const middle = 0.3 + hash(column, row, seed + 3) * 0.4;
    const across = Math.abs(wrap(u * columns, 1) - middle) / (0.16 + hash(column, row, seed + 4) * 0.14);
    const along = Math.abs(wrap(shifted, 1) - 0.5) / (0.2 + hash(column, row, seed + 5) * 0.28);
    return smoothstep(1, 0.1, across) * smoothstep(1, 0.25, along);
  };
}

export const WALNUT: Wood = {
  seed: 11,
  rings: 13,
  wander: 1.7,
  stops: ['#946a49', '#7b5238', '#5f3f29', '#43291a', '#301e13'],
  poreShare: 0.34,
  poreDepth: 0.4,
  ringPorous: 0.25,
  clouds: 0.24,
  flecks: 0,
};

export const OAK: Wood = {
  seed: 57,
  rings: 17,
  wander: 1.8,
  stops: ['#dcbc8b', '#d0aa74', '#bd925b', '#a27646', '#8c6239'],
  poreShare: 0.62,
  poreDepth: 0.34,
  ringPorous: 0.85,
  clouds: 0.12,
  flecks: 0.5,
};

export const ASH: Wood = {
  seed: 83,
  rings: 11,
  wander: 2.4,
  stops: ['#e9d9bd', '#e0ccaa', '#d2ba93', '#bfa279', '#aa8b62'],
  poreShare: 0.5,
  poreDepth: 0.24,
  ringPorous: 0.95,
  clouds: 0.1,
  flecks: 0.15,
};

export const SMOKED_OAK: Wood = {
  seed: 131,
  rings: 19,
  wander: 1.5,
  stops: ['#6e5642', '#5e4735', '#4b3728', '#3a291d', '#2c1e15'],
  poreShare: 0.62,
  poreDepth: 0.4,
  ringPorous: 0.85,
  clouds: 0.16,
  flecks: 0.4,
};
