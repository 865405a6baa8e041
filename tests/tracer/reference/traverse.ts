import {
  CULLED_BIT,
  LEAF_TRIANGLES,
  NODE_CHILDREN,
  ONE_SIDED_BIT,
  PASSES_FROM_EYE,
  PASSES_TO_LIGHT,
  SEE_THROUGH_BIT,
  TRIANGLE_MASK,
} from '../../../src/tracer/kernel/layout.ts';
import type { Block } from './block.ts';

const fround = Math.fround;
/** Widens boxes by the rounding of three products and sums, so that no ray slips between neighbours. */
const BOX_SLACK = fround(1.0000005);
export const FAR = fround(1e30);
const STACK_SIZE = 768;

function inverse(d: number): number {
  return Math.abs(d) > 1e-20 ? fround(1 / d) : d < 0 ? fround(-1e20) : fround(1e20);
}

/** Follows rays through the tree, in single precision and in the kernel's order, so that hits are the same bits. */
export class Traversal {
  /** Nearest hit: distance, barycentric coordinates of the second and third corner. */
  hitT = 0;
  hitU = 0;
  hitV = 0;
  hitTriangle = -1;
  readonly #block: Block;
  readonly #stackNode = new Int32Array(STACK_SIZE);
  readonly #stackT = new Float32Array(STACK_SIZE);
  readonly #laneT = new Float32Array(4);
  /** Ray in single precision: origin, direction, inverse direction. */
  readonly #ray = new Float32Array(9);
  #best = 0;
  #found = -1;

  constructor(block: Block) {
    this.#block = block;
  }

  /** Makes a point of a triangle the hit, as if a ray had met it. */
  setHit(triangle: number, u: number, v: number): void {
    this.hitTriangle = triangle;
    this.hitU = u;
    this.hitV = v;
  }

  /**
   * @param isShadow Return -2 at the first triangle that lets no light through.
   * @param passes `PASSES_…`.
   * @param reach What lies farther is not met.
   * @returns Triangle, -1 for none, -2 when blocked.
   */
  trace(
    x: number,
    y: number,
    z: number,
    dx: number,
    dy: number,
    dz: number,
    isShadow: boolean,
    passes: number,
    reach: number,
  ): number {
    const ray = this.#ray;
    ray[0] = x;
    ray[1] = y;
    ray[2] = z;
    ray[3] = dx;
    ray[4] = dy;
    ray[5] = dz;
    for (let axis = 0; axis < 3; axis++) ray[axis + 6] = inverse(ray[axis + 3]!);
    this.#best = fround(reach);
    this.#found = -1;
    let top = 0;
    let node = 0;
    while (true) {
      if (node < 0) {
        if (this.#testLeaf(this.#block.tree - node, isShadow, passes)) return -2;
      } else {
        const at = (this.#block.tree + node) >> 2;
        const first = top;
        const nearest = this.#testNode(at);
        if (nearest >= 0) {
          top = this.#push(at + (NODE_CHILDREN >> 2), first);
          node = this.#block.i32[at + (NODE_CHILDREN >> 2) + nearest]!;
          continue;
        }
      }
      do {
        if (top === 0) {
          this.hitT = this.#best;
          this.hitTriangle = this.#found;
          return this.#found;
        }
        top--;
      } while (!(this.#stackT[top]! < this.#best));
      node = this.#stackNode[top]!;
    }
  }

  /** Entry distances of the four children into the lanes, Infinity for a miss; returns the first nearest, or -1. */
  #testNode(at: number): number {
    const { f32 } = this.#block;
    let nearest = -1;
    let nearestT = Infinity;
    for (let lane = 0; lane < 4; lane++) {
      let t0 = 0;
      let t1 = this.#best;
      for (let axis = 0; axis < 3; axis++) {
        const origin = this.#ray[axis]!;
        const inv = this.#ray[axis + 6]!;
        const near = axis * 4 + (inv < 0 ? 12 : 0);
        const far = axis * 4 + (inv < 0 ? 0 : 12);
        const a = fround(fround(f32[at + near + lane]! - origin) * inv);
        const b = fround(fround(fround(f32[at + far + lane]! - origin) * inv) * BOX_SLACK);
        if (t0 < a) t0 = a;
        if (b < t1) t1 = b;
      }
      this.#laneT[lane] = t0 <= t1 ? t0 : Infinity;
      if (t0 <= t1 && t0 < nearestT) {
        nearest = lane;
        nearestT = t0;
      }
    }
    return nearest;
  }

  /**
   * Puts the other children that were hit on the stack, farthest deepest; returns the new top. Among equals the
   * kernel's order counts: it keeps the nearest so far aside and stacks whatever that displaces.
   */
  #push(children: number, first: number): number {
    let top = first;
    let kept = -1;
    for (let lane = 0; lane < 4; lane++) {
      if (this.#laneT[lane] === Infinity) continue;
      if (kept < 0) {
        kept = lane;
        continue;
      }
      let later = lane;
      if (this.#laneT[lane]! < this.#laneT[kept]!) {
        later = kept;
        kept = lane;
      }
      const t = this.#laneT[later]!;
      let slot = top;
      while (slot > first && this.#stackT[slot - 1]! < t) {
        this.#stackT[slot] = this.#stackT[slot - 1]!;
        this.#stackNode[slot] = this.#stackNode[slot - 1]!;
        slot--;
      }
      this.#stackT[slot] = t;
      this.#stackNode[slot] = this.#block.i32[children + later]!;
      top++;
    }
    return top;
  }

  /** Moeller and Trumbore on up to four triangles; true when a shadow ray is blocked. */
  #testLeaf(leaf: number, isShadow: boolean, passes: number): boolean {
    const { f32, i32 } = this.#block;
    const ox = this.#ray[0]!;
    const oy = this.#ray[1]!;
    const oz = this.#ray[2]!;
    const dx = this.#ray[3]!;
    const dy = this.#ray[4]!;
    const dz = this.#ray[5]!;
    const before = this.#best;
    for (let lane = 0; lane < 4; lane++) {
      const at = (leaf >> 2) + lane;
      const e1x = f32[at + 12]!;
      const e1y = f32[at + 16]!;
      const e1z = f32[at + 20]!;
      const e2x = f32[at + 24]!;
      const e2y = f32[at + 28]!;
      const e2z = f32[at + 32]!;
      const px = fround(fround(dy * e2z) - fround(dz * e2y));
      const py = fround(fround(dz * e2x) - fround(dx * e2z));
      const pz = fround(fround(dx * e2y) - fround(dy * e2x));
      const det = fround(fround(fround(e1x * px) + fround(e1y * py)) + fround(e1z * pz));
      const inv = fround(1 / det);
      const sx = fround(ox - f32[at]!);
      const sy = fround(oy - f32[at + 4]!);
      const sz = fround(oz - f32[at + 8]!);
      const u = fround(fround(fround(fround(sx * px) + fround(sy * py)) + fround(sz * pz)) * inv);
      const qx = fround(fround(sy * e1z) - fround(sz * e1y));
      const qy = fround(fround(sz * e1x) - fround(sx * e1z));
      const qz = fround(fround(sx * e1y) - fround(sy * e1x));
      const v = fround(fround(fround(fround(dx * qx) + fround(dy * qy)) + fround(dz * qz)) * inv);
      const t = fround(fround(fround(fround(e2x * qx) + fround(e2y * qy)) + fround(e2z * qz)) * inv);
      if (!(u >= 0 && v >= 0 && fround(u + v) <= 1 && t > 0 && t < before)) continue;
      const triangle = i32[at + (LEAF_TRIANGLES >> 2)]!;
      if (passes === PASSES_TO_LIGHT && det > 0 && (triangle & ONE_SIDED_BIT) !== 0) continue;
      if (passes === PASSES_FROM_EYE && det < 0 && (triangle & CULLED_BIT) !== 0) continue;
      if (isShadow && (triangle & SEE_THROUGH_BIT) === 0) return true;
      if (!(t < this.#best)) continue;
      this.#best = t;
      this.#found = triangle & TRIANGLE_MASK;
      this.hitU = u;
      this.hitV = v;
    }
    return false;
  }
}
