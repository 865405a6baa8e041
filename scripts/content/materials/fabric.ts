import type { Rgb } from '../colour.ts';
import { createRamp, fromHex, mixRgb, scaleRgb } from '../colour.ts';
import { bell, clamp, createFbm, createPerlin, hash, smoothstep, wrap } from '../noise.ts';
import type { Painter, Surface } from '../picture.ts';

/** Curled loops of thick yarn, heaped on one another. */
export function createBouclePainter(seed: number, stops: readonly string[]): Painter {
  const cells = 26;
  const loopsPerCell = 3;
  const ramp = createRamp(stops);
  const warpU = createFbm(seed, 14, 14, 2);
  const warpV = createFbm(seed + 1, 14, 14, 2);
  const shade = createFbm(seed + 2, 3, 3, 3);
  const fuzz = createPerlin(seed + 3, 320, 320);
  const loops = Array.from({ length: cells * cells * loopsPerCell }, (_, n) => {
    const random = (k: number) => hash(Math.floor(n / loopsPerCell), (n % loopsPerCell) * 16 + k, seed);
    const turn = random(3) * 6.2832;
    return {
      x: random(1),
      y: random(2),
      cos: Math.cos(turn),
      sin: Math.sin(turn),
      long: 0.72 + random(4) * 0.3,
      short: 0.46 + random(5) * 0.24,
      phase: random(6) * 6.2832,
      lift: random(7) * 0.4,
      tint: random(8) - 0.5,
    };
  });
  return (out: Rgb, u: number, v: number, surface: Surface) => {
    const x = (u + warpU(u, v) * 0.011) * cells;
    const y = (v + warpV(u, v) * 0.011) * cells;
    const cx = Math.floor(x);
    const cy = Math.floor(y);
    let top = -1;
    let twist = 0;
    let edge = 0;
    let tint = 0;
    for (let n = 0; n < 9 * loopsPerCell; n++) {
      const i = (((n / loopsPerCell) | 0) % 3) - 1;
      const j = ((n / (3 * loopsPerCell)) | 0) - 1;
      const id = wrap(cy + j, cells) * cells + wrap(cx + i, cells);
      const loop = loops[id * loopsPerCell + (n % loopsPerCell)]!;
      const dx = x - (cx + i + loop.x);
      const dy = y - (cy + j + loop.y);
      const ex = (dx * loop.cos + dy * loop.sin) / loop.long;
      const ey = (dy * loop.cos - dx * loop.sin) / loop.short;
      const off = (Math.sqrt(ex * ex + ey * ey) - 0.72) / 0.36;
      if (off > 1 || off < -1) continue;
      const round = Math.sqrt(1 - off * off);
      if (loop.lift + 0.28 + round * 0.32 <= top) continue;
      const angle = Math.atan2(ey, ex);
      const height = loop.lift + (0.5 + 0.5 * Math.cos(angle + loop.phase)) * 0.28 + round * 0.32;
      if (height <= top) continue;
      top = height;
      tint = loop.tint;
      twist = Math.sin(angle * 11 + off * 2.6);
      edge = round;
    }
    const depth = clamp((top - 0.34) / 0.6, 0, 1);
    const height = 0.1 + 0.62 * depth + 0.28 * edge * (0.4 + 0.6 * depth);
    surface.height = clamp(height + twist * 0.06 * edge + fuzz(u, v) * 0.05, 0, 1);
    ramp(out, clamp(height + twist * 0.05 * edge + fuzz(u, v) * 0.09, 0, 1));
    scaleRgb(out, 1 + tint * 0.05 + shade(u, v) * 0.03);
  };
}

interface Canvas {
  readonly seed: number;
  /** Threads across a tile; even, so that over and under meet at the seam. */
  readonly threads: number;
  readonly warp: string;
  readonly weft: string;
  readonly gap: string;
}

/** Plain weave: every thread goes over one and under the next, uneven as spun yarn is. */
export function createCanvasPainter(canvas: Canvas): Painter {
  const { seed, threads } = canvas;
  const warp = fromHex(canvas.warp);
  const weft = fromHex(canvas.weft);
  const gap = fromHex(canvas.gap);
  const driftU = createFbm(seed, 5, 5, 3);
  const driftV = createFbm(seed + 1, 5, 5, 3);
  const slubWarp = createPerlin(seed + 2, threads, 14);
  const slubWeft = createPerlin(seed + 3, 14, threads);
  const fade = createFbm(seed + 4, 3, 3, 4);
  const fibre = createPerlin(seed + 5, 420, 420);
  const step = 1 / threads;
  const yarn = (across: number, along: number, isOver: boolean, width: number) => {
    const round = 1 - (across / width) ** 2;
    if (round <= 0) return -1;
    const wave = Math.cos(along * Math.PI) * (isOver ? 1 : -1);
    return Math.sqrt(round) * 0.5 + wave * 0.5;
  };
  return (out: Rgb, u: number, v: number, surface: Surface) => {
    const x = (u + driftU(u, v) * step * 0.35) * threads;
    const y = (v + driftV(u, v) * step * 0.35) * threads;
    const column = Math.floor(x);
    const row = Math.floor(y);
    const ax = x - column - 0.5;
    const ay = y - row - 0.5;
    const isWarpOver = wrap(column + row, 2) === 0;
    const warpWidth = 0.46 + slubWarp((wrap(column, threads) + 0.5) / threads, v) * 0.14;
    const weftWidth = 0.5 + slubWeft(u, (wrap(row, threads) + 0.5) / threads) * 0.14;
    const warpHeight = yarn(ax, ay, isWarpOver, warpWidth);
    const weftHeight = yarn(ay, ax, !isWarpOver, weftWidth);
    const isWarp = warpHeight > weftHeight;
    const height = Math.max(warpHeight, weftHeight, -0.6);
    const ply = isWarp ? Math.sin((ay * 2.2 + ax * 2) * 6.2832) : Math.sin((ax * 2.2 - ay * 2) * 6.2832);
    const id = isWarp ? wrap(column, threads) : wrap(row, threads) + 1000;
    surface.height = clamp(0.5 + height * 0.5 + ply * 0.05 * bell(isWarp ? ax : ay, 0.3), 0, 1);
    mixRgb(out, gap, isWarp ? warp : weft, smoothstep(-0.1, 0.95, height));
    scaleRgb(
      out,
      1 +
        ply * 0.1 * bell(isWarp ? ax : ay, 0.3) +
        (hash(id, 3, seed) - 0.5) * 0.12 +
        fade(u, v) * 0.06 +
        fibre(u, v) * 0.13,
    );
  };
}

interface Knit {
  readonly seed: number;
  /** Stitches across and courses down a tile. */
  readonly wales: number;
  readonly courses: number;
  readonly yarn: string;
  readonly shade: string;
  readonly gap: string;
}

/** Plain knit, its right side: columns of V, each half a leg of plied yarn that dives under the course above. */
export function createKnitPainter(knit: Knit): Painter {
  const { seed, wales, courses } = knit;
  const yarn = fromHex(knit.yarn);
  const shade = fromHex(knit.shade);
  const gap = fromHex(knit.gap);
  const driftU = createFbm(seed, 4, 4, 3);
  const driftV = createFbm(seed + 1, 4, 4, 3);
  const fade = createFbm(seed + 2, 3, 3, 4);
  const fuzz = createPerlin(seed + 3, 400, 400);
  const hair = createPerlin(seed + 4, 180, 260);
  // A leg runs from the middle of its column up to its border; lengths are in columns.
  const aspect = wales / courses;
  const [foot, head] = [
    { x: 0.03, y: 0.62 },
    { x: 0.44, y: -0.5 },
  ];
  const length = Math.hypot(head.x - foot.x, head.y - foot.y);
  const [dirX, dirY] = [(head.x - foot.x) / length, (head.y - foot.y) / length];
  return (out: Rgb, u: number, v: number, surface: Surface) => {
    const x = (u + (driftU(u, v) * 0.3) / wales) * wales;
    const y = (v + (driftV(u, v) * 0.3) / courses) * courses;
    const wale = Math.floor(x);
    const side = x - wale - 0.5;
    let top = 0;
    let along = 0;
    let off = 0;
    let id = 0;
    for (let k = -1; k <= 1; k++) {
      const course = Math.floor(y) + k;
      const px = Math.abs(side) - foot.x;
      const py = (y - course - 0.5) * aspect - foot.y;
      const t = (px * dirX + py * dirY) / length;
      if (t < -0.12 || t > 1.12) continue;
      const across = (px * dirY - py * dirX) / (0.19 - 0.06 * (2 * t - 1) ** 2);
      if (Math.abs(across) >= 1) continue;
      const ends = smoothstep(-0.12, 0.2, t) * smoothstep(1.12, 0.8, t);
      // The foot lies over the heads of the course below.
      const height = 0.12 + Math.sqrt(1 - across * across) * 0.58 * ends + (1 - t) * 0.26 * ends;
      if (height <= top) continue;
      top = height;
      along = t;
      off = across;
      id = wrap(wale, wales) * 7919 + wrap(course, courses);
    }
    const ply = Math.sin((along * 3 + off * 0.4) * 6.2832) * bell(off, 0.6) * smoothstep(0.15, 0.4, top);
    surface.height = clamp(top + ply * 0.06 + fuzz(u, v) * 0.04, 0, 1);
    mixRgb(out, gap, shade, smoothstep(0.08, 0.5, top));
    mixRgb(out, out, yarn, smoothstep(0.4, 0.88, top));
    scaleRgb(
      out,
      1 +
        ply * 0.09 +
        (hash(id, 3, seed) - 0.5) * 0.05 +
        fade(u, v) * 0.05 +
        fuzz(u, v) * 0.08 +
        hair(u, v) * 0.05,
    );
  };
}

/** Pressed wool: a mat of fine fibres that lie in every direction. */
export function createFeltPainter(seed: number, stops: readonly string[]): Painter {
  const ramp = createRamp(stops);
  const sizePx = 1024;
  const fibres = drawFibres(seed, sizePx, 26000);
  const cloud = createFbm(seed + 1, 8, 8, 4);
  return (out: Rgb, u: number, v: number, surface: Surface) => {
    const x = wrap(Math.floor(u * sizePx), sizePx);
    const y = wrap(Math.floor(v * sizePx), sizePx);
    const tone = fibres[y * sizePx + x]! + cloud(u, v) * 0.07;
    surface.height = clamp(tone, 0, 1);
    ramp(out, clamp(tone, 0, 1));
  };
}

/** Curved threads of 30 to 90 pixels laid over one another on a torus; later ones cover earlier ones. */
function drawFibres(seed: number, sizePx: number, count: number): Float32Array {
  const mat = new Float32Array(sizePx * sizePx).fill(0.35);
  for (let i = 0; i < count; i++) {
    let x = hash(i, 1, seed) * sizePx;
    let y = hash(i, 2, seed) * sizePx;
    let angle = hash(i, 3, seed) * 6.2832;
    const bend = (hash(i, 4, seed) - 0.5) * 0.06;
    const length = 30 + hash(i, 5, seed) * 60;
    const tone = 0.5 * (i / count) + 0.42 * hash(i, 6, seed) ** 1.5;
    for (let s = 0; s < length; s++) {
      const cover = 0.75 * Math.sin((s / length) * Math.PI);
      const ix = Math.floor(x);
      const iy = Math.floor(y);
      for (let k = 0; k < 4; k++) {
        const share = (k & 1 ? x - ix : 1 - x + ix) * (k & 2 ? y - iy : 1 - y + iy) * cover;
        const at = wrap(iy + (k >> 1), sizePx) * sizePx + wrap(ix + (k & 1), sizePx);
        mat[at] = mat[at]! + (tone - mat[at]!) * share;
      }
      x += Math.cos(angle);
      y += Math.sin(angle);
      angle += bend;
    }
  }
  return mat;
}

export const OAT_LINEN: Canvas = {
  seed: 443,
  threads: 64,
  warp: '#d6c9b2',
  weft: '#c8b99f',
  gap: '#7f7059',
};

export const NAVY_CANVAS: Canvas = {
  seed: 419,
  threads: 72,
  warp: '#3a4a6e',
  weft: '#2e3c5c',
  gap: '#0d1322',
};

export const GREY_KNIT: Knit = {
  seed: 461,
  wales: 18,
  courses: 24,
  yarn: '#b9bcbf',
  shade: '#8e9296',
  gap: '#4b4e52',
};

export const RUST_KNIT: Knit = {
  seed: 479,
  wales: 18,
  courses: 24,
  yarn: '#b5623c',
  shade: '#8c4628',
  gap: '#3d1c10',
};
