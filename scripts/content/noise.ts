/** A value at a point of the unit torus: (u, v) and (u + 1, v) and (u, v + 1) are the same point. */
export type Field = (u: number, v: number) => number;

/** @returns A number from 0 to 1 (exclusive) that depends on nothing but its three integers. */
export function hash(x: number, y: number, seed: number): number {
  let h = Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ Math.imul(seed, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

/** Whole-number remainder that is never negative. */
export function wrap(value: number, period: number): number {
  return value - Math.floor(value / period) * period;
}

/**
 * Gradient noise (Perlin 2002) on a torus.
 *
 * @param seed Any integer.
 * @param columns Lattice cells across the tile, a whole number.
 * @param rows Lattice cells down the tile, a whole number.
 * @returns A field of about -0.7 to 0.7 with mean 0.
 */
export function createPerlin(seed: number, columns: number, rows: number): Field {
  const gx = new Float32Array(columns * rows);
  const gy = new Float32Array(columns * rows);
  for (let i = 0; i < gx.length; i++) {
    const angle = hash(i, 17, seed) * Math.PI * 2;
    gx[i] = Math.cos(angle);
    gy[i] = Math.sin(angle);
  }
  return (u, v) => {
    const x = u * columns;
    const y = v * rows;
    const fx = Math.floor(x);
    const fy = Math.floor(y);
    const dx = x - fx;
    const dy = y - fy;
    const x0 = wrap(fx, columns);
    const y0 = wrap(fy, rows) * columns;
    const x1 = x0 + 1 === columns ? 0 : x0 + 1;
    const y1 = y0 + columns === gx.length ? 0 : y0 + columns;
    const sx = dx * dx * dx * (dx * (dx * 6 - 15) + 10);
    const sy = dy * dy * dy * (dy * (dy * 6 - 15) + 10);
    const n00 = gx[y0 + x0]! * dx + gy[y0 + x0]! * dy;
    const n10 = gx[y0 + x1]! * (dx - 1) + gy[y0 + x1]! * dy;
    const n01 = gx[y1 + x0]! * dx + gy[y1 + x0]! * (dy - 1);
    const n11 = gx[y1 + x1]! * (dx - 1) + gy[y1 + x1]! * (dy - 1);
    const top = n00 + (n10 - n00) * sx;
    return top + (n01 + (n11 - n01) * sx - top) * sy;
  };
}

/** Octaves of {@link createPerlin}, each twice as fine and `gain` times as strong; about -1 to 1. */
export function createFbm(seed: number, columns: number, rows: number, octaves: number, gain = 0.5): Field {
  const layers = Array.from({ length: octaves }, (_, k) =>
    createPerlin(seed + k * 101, columns << k, rows << k),
  );
  let total = 0;
  for (let k = 0; k < octaves; k++) total += gain ** k;
  const norm = 1.4 / total;
  return (u, v) => {
    let sum = 0;
    let amplitude = norm;
    for (const layer of layers) {
      sum += layer(u, v) * amplitude;
      amplitude *= gain;
    }
    return sum;
  };
}

/** What {@link createWorley} finds at a point. Distances are in cells. */
interface WorleyHit {
  /** Distance to the nearest seed and to the second nearest. */
  nearest: number;
  second: number;
  /** Distance to the border of the cell. */
  border: number;
  /** 0 to 1, the same all over one cell. */
  id: number;
}

/**
 * Cellular noise on a torus.
 *
 * @param jitter 0 is a grid, 1 is fully random.
 * @returns A function that writes into one object and returns it: copy what must outlive the next call.
 */
export function createWorley(
  seed: number,
  columns: number,
  rows: number,
  jitter: number,
): (u: number, v: number) => WorleyHit {
  const sx = new Float32Array(columns * rows);
  const sy = new Float32Array(columns * rows);
  for (let i = 0; i < sx.length; i++) {
    sx[i] = 0.5 + (hash(i, 1, seed) - 0.5) * jitter;
    sy[i] = 0.5 + (hash(i, 2, seed) - 0.5) * jitter;
  }
  const hit: WorleyHit = { nearest: 0, second: 0, border: 0, id: 0 };
  const nearX = new Float64Array(9);
  const nearY = new Float64Array(9);
  const nearD = new Float64Array(9);
  return (u, v) => {
    const x = u * columns;
    const y = v * rows;
    const cx = Math.floor(x);
    const cy = Math.floor(y);
    let best = 99;
    let next = 99;
    let owner = 0;
    let id = 0;
    for (let n = 0; n < 9; n++) {
      const i = (n % 3) - 1;
      const j = ((n / 3) | 0) - 1;
      const k = wrap(cy + j, rows) * columns + wrap(cx + i, columns);
      const px = cx + i + sx[k]! - x;
      const py = cy + j + sy[k]! - y;
      const d = px * px + py * py;
      nearX[n] = px;
      nearY[n] = py;
      nearD[n] = d;
      if (d < best) {
        next = best;
        best = d;
        owner = n;
        id = k;
      } else if (d < next) next = d;
    }
    let border = 9;
    for (let n = 0; n < 9; n++) {
      if (n === owner) continue;
      const ax = nearX[n]! - nearX[owner]!;
      const ay = nearY[n]! - nearY[owner]!;
      const apart = Math.sqrt(ax * ax + ay * ay);
      border = Math.min(border, (nearD[n]! - best) / (2 * apart + 1e-9));
    }
    hit.nearest = Math.sqrt(best);
    hit.second = Math.sqrt(next);
    hit.border = border;
    hit.id = hash(id, 3, seed);
    return hit;
  };
}

export function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, high));
}

export function mix(a: number, b: number, t: number): number {
  return a + (b - a) * t;
}

/** 0 below `from`, 1 above `to`, smooth between; falls instead of rising when `from` is above `to`. */
export function smoothstep(from: number, to: number, value: number): number {
  const t = clamp((value - from) / (to - from), 0, 1);
  return t * t * (3 - 2 * t);
}

/** A bell of height 1 and the given standard deviation. */
export function bell(value: number, width: number): number {
  return Math.exp((-0.5 * value * value) / (width * width));
}
