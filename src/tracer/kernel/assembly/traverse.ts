import {
  CULLED_SHIFT,
  LEAF_TRIANGLES,
  NODE_CHILDREN,
  PASSES_FROM_EYE,
  SCRATCH_LANES,
  SEE_THROUGH_BIT,
  TRIANGLE_MASK,
} from '../layout.ts';
import { scratch, tree } from './scene.ts';

/** Nearest hit of the last {@link trace}: distance, barycentric coordinates of the second and third corner. */
export let hitT: f64 = 0;
export let hitU: f64 = 0;
export let hitV: f64 = 0;
export let hitTriangle: i32 = -1;

/** Makes a point of a triangle the hit, as if a ray had met it. */
export function setHit(triangle: i32, u: f64, v: f64): void {
  hitTriangle = triangle;
  hitU = u;
  hitV = v;
}

/** A ball around all triangles. */
let ballX: f64 = 0;
let ballY: f64 = 0;
let ballZ: f64 = 0;
let ballSquared: f64 = 0;
/** A box around all triangles. */
export let lowX: f64 = 0;
export let lowY: f64 = 0;
export let lowZ: f64 = 0;
export let highX: f64 = 0;
export let highY: f64 = 0;
export let highZ: f64 = 0;

/** Measures the tree: most of what starts on a floor misses all of it, which a ball tells sooner than boxes. */
export function openTree(): void {
  let squared: f64 = 0;
  let widest: f64 = 0;
  for (let axis: usize = 0; axis < 48; axis += 16) {
    let least: f64 = Infinity,
      most: f64 = -Infinity;
    for (let lane: usize = 0; lane < 16; lane += 4) {
      least = Math.min(least, <f64>load<f32>(tree + axis + lane));
      most = Math.max(most, <f64>load<f32>(tree + 48 + axis + lane));
    }
    const half = Math.max(0.0, most - least) / 2.0;
    squared += half * half;
    widest = Math.max(widest, half);
    const middle = least + half;
    if (axis == 0) {
      ballX = middle;
      lowX = least;
      highX = most;
    } else if (axis == 16) {
      ballY = middle;
      lowY = least;
      highY = most;
    } else {
      ballZ = middle;
      lowZ = least;
      highZ = most;
    }
  }
  const radius = Math.sqrt(squared) * SLACK;
  ballSquared = radius * radius;
  const slack = widest * (SLACK - 1.0);
  lowX -= slack;
  lowY -= slack;
  lowZ -= slack;
  highX += slack;
  highY += slack;
  highZ += slack;
}

/** Widens ball and box by far more than rounding. */
const SLACK: f64 = 1.001;

/** Widens boxes by the rounding of three products and sums, so that no ray slips between neighbours. */
const BOX_SLACK: f32 = 1.0000005;
export const FAR: f32 = 1e30;

function inverse(d: f32): f32 {
  return Mathf.abs(d) > 1e-20 ? 1 / d : d < 0 ? -1e20 : 1e20;
}

/**
 * Follows a ray through the tree.
 *
 * @param isShadow Return -2 at the first triangle that lets no light through.
 * @param passes `PASSES_…`.
 * @param reach What lies farther is not met.
 * @returns Triangle, -1 for none, -2 when blocked.
 */
export function trace(
  x: f64,
  y: f64,
  z: f64,
  dx: f64,
  dy: f64,
  dz: f64,
  isShadow: bool,
  passes: i32,
  reach: f32,
): i32 {
  const wayX = ballX - x,
    wayY = ballY - y,
    wayZ = ballZ - z;
  const away = wayX * wayX + wayY * wayY + wayZ * wayZ;
  if (away > ballSquared) {
    const along = wayX * dx + wayY * dy + wayZ * dz;
    if (along <= 0.0 || away - along * along > ballSquared) {
      hitT = <f64>reach;
      hitTriangle = -1;
      return -1;
    }
  }
  const ox = <f32>x,
    oy = <f32>y,
    oz = <f32>z;
  const ix = inverse(<f32>dx),
    iy = inverse(<f32>dy),
    iz = inverse(<f32>dz);
  const Ox = f32x4.splat(ox),
    Oy = f32x4.splat(oy),
    Oz = f32x4.splat(oz);
  const Dx = f32x4.splat(<f32>dx),
    Dy = f32x4.splat(<f32>dy),
    Dz = f32x4.splat(<f32>dz);
  const Ix = f32x4.splat(ix),
    Iy = f32x4.splat(iy),
    Iz = f32x4.splat(iz);
  const zero = f32x4.splat(0),
    one = f32x4.splat(1),
    slack = f32x4.splat(BOX_SLACK);
  // The sign of the direction tells which of two planes comes first.
  const nearX: usize = ix < 0 ? 48 : 0,
    farX: usize = 48 - nearX;
  const nearY: usize = iy < 0 ? 64 : 16,
    farY: usize = 80 - nearY;
  const nearZ: usize = iz < 0 ? 80 : 32,
    farZ: usize = 112 - nearZ;
  const stack = scratch;
  const lanes = scratch + SCRATCH_LANES;
  let top = stack;
  let best: f32 = reach;
  let found = -1;
  let node = 0;
  while (true) {
    if (node >= 0) {
      const at = tree + <usize>node;
      let t0 = f32x4.pmax(zero, f32x4.mul(f32x4.sub(v128.load(at + nearX), Ox), Ix));
      let t1 = f32x4.mul(f32x4.sub(v128.load(at + farX), Ox), Ix);
      t0 = f32x4.pmax(t0, f32x4.mul(f32x4.sub(v128.load(at + nearY), Oy), Iy));
      t1 = f32x4.pmin(t1, f32x4.mul(f32x4.sub(v128.load(at + farY), Oy), Iy));
      t0 = f32x4.pmax(t0, f32x4.mul(f32x4.sub(v128.load(at + nearZ), Oz), Iz));
      t1 = f32x4.pmin(t1, f32x4.mul(f32x4.sub(v128.load(at + farZ), Oz), Iz));
      t1 = f32x4.pmin(f32x4.splat(best), f32x4.mul(t1, slack));
      let mask = i32x4.bitmask(f32x4.le(t0, t1));
      if (mask) {
        let lane = ctz(mask);
        mask &= mask - 1;
        if (!mask) {
          node = load<i32>(at + NODE_CHILDREN + ((<usize>lane) << 2));
          continue;
        }
        // Nearest child next; the others on the stack, farthest deepest.
        v128.store(lanes, t0);
        let nearest = lane;
        let nearestT = load<f32>(lanes + ((<usize>lane) << 2));
        const base = top;
        while (mask) {
          lane = ctz(mask);
          mask &= mask - 1;
          let later = lane;
          let laterT = load<f32>(lanes + ((<usize>lane) << 2));
          if (laterT < nearestT) {
            const swap = nearestT;
            later = nearest;
            nearest = lane;
            nearestT = laterT;
            laterT = swap;
          }
          let slot = top;
          while (slot > base && load<f32>(slot - 4) < laterT) {
            store<u64>(slot, load<u64>(slot - 8));
            slot -= 8;
          }
          store<i32>(slot, load<i32>(at + NODE_CHILDREN + ((<usize>later) << 2)));
          store<f32>(slot + 4, laterT);
          top += 8;
        }
        node = load<i32>(at + NODE_CHILDREN + ((<usize>nearest) << 2));
        continue;
      }
    } else {
      // Moeller and Trumbore, four triangles at once. A degenerate one divides by zero and fails every comparison.
      const at = tree - <usize>node;
      const e1x = v128.load(at, 48),
        e1y = v128.load(at, 64),
        e1z = v128.load(at, 80);
      const e2x = v128.load(at, 96),
        e2y = v128.load(at, 112),
        e2z = v128.load(at, 128);
      const px = f32x4.sub(f32x4.mul(Dy, e2z), f32x4.mul(Dz, e2y));
      const py = f32x4.sub(f32x4.mul(Dz, e2x), f32x4.mul(Dx, e2z));
      const pz = f32x4.sub(f32x4.mul(Dx, e2y), f32x4.mul(Dy, e2x));
      const det = f32x4.add(f32x4.add(f32x4.mul(e1x, px), f32x4.mul(e1y, py)), f32x4.mul(e1z, pz));
      const inv = f32x4.div(one, det);
      const sx = f32x4.sub(Ox, v128.load(at)),
        sy = f32x4.sub(Oy, v128.load(at, 16)),
        sz = f32x4.sub(Oz, v128.load(at, 32));
      const u = f32x4.mul(f32x4.add(f32x4.add(f32x4.mul(sx, px), f32x4.mul(sy, py)), f32x4.mul(sz, pz)), inv);
      const qx = f32x4.sub(f32x4.mul(sy, e1z), f32x4.mul(sz, e1y));
      const qy = f32x4.sub(f32x4.mul(sz, e1x), f32x4.mul(sx, e1z));
      const qz = f32x4.sub(f32x4.mul(sx, e1y), f32x4.mul(sy, e1x));
      const v = f32x4.mul(f32x4.add(f32x4.add(f32x4.mul(Dx, qx), f32x4.mul(Dy, qy)), f32x4.mul(Dz, qz)), inv);
      const t = f32x4.mul(
        f32x4.add(f32x4.add(f32x4.mul(e2x, qx), f32x4.mul(e2y, qy)), f32x4.mul(e2z, qz)),
        inv,
      );
      const inside = v128.and(v128.and(f32x4.ge(u, zero), f32x4.ge(v, zero)), f32x4.le(f32x4.add(u, v), one));
      let mask = i32x4.bitmask(v128.and(inside, v128.and(f32x4.gt(t, zero), f32x4.lt(t, f32x4.splat(best)))));
      // Of lanes whose word has the mark, the determinant is below zero for a back that is turned to where the ray comes from.
      if (passes && mask) {
        const words = v128.load(at, LEAF_TRIANGLES);
        const passed =
          passes == PASSES_FROM_EYE ? v128.and(i32x4.shl(words, CULLED_SHIFT), det) : v128.andnot(words, det);
        mask &= ~i32x4.bitmask(passed);
      }
      if (mask) {
        v128.store(lanes, t);
        v128.store(lanes, u, 16);
        v128.store(lanes, v, 32);
        while (mask) {
          const lane = (<usize>ctz(mask)) << 2;
          mask &= mask - 1;
          const triangle = load<i32>(at + LEAF_TRIANGLES + lane);
          if (isShadow && !(triangle & SEE_THROUGH_BIT)) return -2;
          const laneT = load<f32>(lanes + lane);
          if (laneT < best) {
            best = laneT;
            found = triangle & TRIANGLE_MASK;
            hitU = <f64>load<f32>(lanes + lane, 16);
            hitV = <f64>load<f32>(lanes + lane, 32);
          }
        }
      }
    }
    // Next from the stack that can still be nearer.
    while (true) {
      if (top == stack) {
        hitT = <f64>best;
        hitTriangle = found;
        return found;
      }
      top -= 8;
      if (load<f32>(top + 4) < best) {
        node = load<i32>(top);
        break;
      }
    }
  }
}
