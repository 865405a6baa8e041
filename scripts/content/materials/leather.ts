import type { Rgb } from '../colour.ts';
import { fromHex, mixRgb, scaleRgb } from '../colour.ts';
import { clamp, createFbm, createPerlin, createWorley, smoothstep } from '../noise.ts';
import type { Painter, Surface } from '../picture.ts';

interface Leather {
  readonly seed: number;
  /** Grain cells across a tile. */
  readonly cells: number;
  /** Crease, body and worn high points of the hide. */
  readonly crease: string;
  readonly body: string;
  readonly high: string;
  /** Unevenness of the dye, as a share of the brightness; pale hides show it more. */
  readonly clouds: number;
}

/** Full-grain hide: domed cells of two sizes between creases, hair pores, slow clouds of the dye. */
export function createLeatherPainter(leather: Leather): Painter {
  const { seed, cells } = leather;
  const crease = fromHex(leather.crease);
  const body = fromHex(leather.body);
  const high = fromHex(leather.high);
  const warpU = createFbm(seed, cells, cells, 2);
  const warpV = createFbm(seed + 3, cells, cells, 2);
  const stretch = createFbm(seed + 4, 4, 4, 3);
  const big = createWorley(seed + 5, cells, cells, 0.86);
  const small = createWorley(seed + 7, cells * 2, cells * 2, 0.95);
  const tight = createFbm(seed + 11, 6, 6, 3);
  const presence = createPerlin(seed + 12, cells, cells);
  const dye = createFbm(seed + 13, 3, 3, 5, 0.55);
  const skin = createFbm(seed + 17, 160, 160, 2, 0.7);
  const pore = createWorley(seed + 19, cells + 9, cells + 9, 1);
  const reach = 0.3 / cells;
  return (out: Rgb, u: number, v: number, surface: Surface) => {
    const pull = stretch(u, v) * reach * 2;
    const wu = u + warpU(u, v) * reach + pull;
    const wv = v + warpV(u, v) * reach - pull;
    const tension = 0.5 + 0.5 * tight(u, v);
    const cell = big(wu, wv);
    const edge = cell.border;
    const tint = cell.id - 0.5;
    const minorEdge = small(wu + 0.31, wv + 0.17).border;
    // A broad rounding carries the pebble, a thin line in its middle the crease itself.
    const round = 1 - (1 - Math.min(edge / 0.36, 1)) ** 2;
    const line = smoothstep(0, 0.09 + 0.08 * tension, edge);
    // Some creases fade out, so that pebbles run together as they do on a hide.
    const depth = smoothstep(-0.38, 0.3, presence(u, v));
    const minor = smoothstep(0, 0.2, minorEdge);
    const hair = smoothstep(0.13, 0.03, pore(u, v).nearest);
    const relief =
      0.5 * (1 - (1 - round) * (0.35 + 0.65 * depth)) +
      0.2 * (1 - (1 - line) * depth) +
      0.2 * minor +
      0.1 +
      tint * 0.14 * round;
    const height = relief - hair * 0.16 + skin(u, v) * 0.1;
    surface.height = clamp(height, 0, 1);
    // What stands out is rubbed smooth.
    surface.roughness = clamp(1.02 - 0.34 * smoothstep(0.45, 1, height) + skin(u, v) * 0.06, 0, 1);
    if (height < 0.66) mixRgb(out, crease, body, smoothstep(0, 0.66, height));
    else mixRgb(out, body, high, (height - 0.66) / 0.4);
    scaleRgb(out, 1 + dye(u, v) * leather.clouds);
  };
}

export const CHESTNUT: Leather = {
  seed: 301,
  cells: 40,
  crease: '#3a1f13',
  body: '#5b3526',
  high: '#714632',
  clouds: 0.1,
};

export const BLACK: Leather = {
  seed: 347,
  cells: 34,
  crease: '#121213',
  body: '#252526',
  high: '#303032',
  clouds: 0.1,
};

export const COGNAC: Leather = {
  seed: 367,
  cells: 46,
  crease: '#6d3413',
  body: '#97582e',
  high: '#ac6d40',
  clouds: 0.08,
};

export const BONE: Leather = {
  seed: 383,
  cells: 36,
  crease: '#a3947c',
  body: '#d9cdb8',
  high: '#e6dcca',
  clouds: 0.03,
};
