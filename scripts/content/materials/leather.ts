import type { Rgb } from '../colour.ts';
import { fromHex, mixRgb, scaleRgb } from '../colour.ts';
import { createFbm, createPerlin, createWorley, smoothstep } from '../noise.ts';
import type { Painter } from '../picture.ts';

interface Leather {
  readonly seed: number;
  /** Grain cells across a tile. */
  readonly cells: number;
  /** Crease, body and worn high points of the hide. */
  readonly crease: string;
  readonly body: string;
  readonly high: string;
}

/** Full-grain hide: domed cells of two sizes between creases, hair pores, slow clouds of the dye. */
export function createLeatherPainter(leather: Leather): Painter {
  const { seed, cells } = leather;
  const crease = fromHex(leather.crease);
  const body = fromHex(leather.body);
  const high = fromHex(leather.high);
  const warpU = createFbm(seed, 10, 10, 3);
  const warpV = createFbm(seed + 3, 10, 10, 3);
  const big = createWorley(seed + 5, cells, cells, 0.92);
  const small = createWorley(seed + 7, Math.round(cells * 2.3), Math.round(cells * 2.3), 1);
  const fold = createFbm(seed + 11, 5, 5, 3);
  const dye = createFbm(seed + 13, 3, 3, 4);
  const skin = createPerlin(seed + 17, 300, 300);
  const pore = createWorley(seed + 19, cells * 2, cells * 2, 1);
  const reach = 0.42 / cells;
  return (out: Rgb, u: number, v: number) => {
    const wu = u + warpU(u, v) * reach * 1.6;
    const wv = v + warpV(u, v) * reach * 1.6;
    const cell = big(wu, wv);
    const tension = 0.5 + 0.5 * fold(u, v);
    const groove = smoothstep(0, 0.13 + 0.1 * tension, cell.border);
    const dome = smoothstep(0, 0.55, cell.border);
    const tint = cell.id - 0.5;
    const wrinkle = small(wu + 0.31, wv + 0.17).border;
    const minor = smoothstep(0, 0.2, wrinkle);
    const hair = smoothstep(0.16, 0.05, pore(u, v).nearest);
    const height = groove * (0.62 + 0.22 * dome + 0.16 * minor) - hair * 0.14;
    if (height < 0.72) mixRgb(out, crease, body, height / 0.72);
    else mixRgb(out, body, high, (height - 0.72) / 0.28);
    scaleRgb(out, 1 + tint * 0.07 + dye(u, v) * 0.09 + skin(u, v) * 0.06);
  };
}

export const CHESTNUT: Leather = {
  seed: 301,
  cells: 34,
  crease: '#3c1c10',
  body: '#6d3a22',
  high: '#84492c',
};

export const BLACK: Leather = {
  seed: 347,
  cells: 30,
  crease: '#0e0e0f',
  body: '#242426',
  high: '#343437',
};
