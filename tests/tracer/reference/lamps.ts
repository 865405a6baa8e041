import type { Block } from './block.ts';
import type { Hit } from './hit.ts';
import type { Random } from './random.ts';
import type { Surface } from './surface.ts';
import type { Traversal } from './traverse.ts';

export class Lamps {
  /** The point that the last {@link sampleLamp} picked: direction to it, free way before it, density per solid angle. */
  lampX = 0;
  lampY = 0;
  lampZ = 0;
  lampReach = 0;
  lampDensity = 0;
  /** What it shines with, after {@link lookAtLamp}. */
  shineR = 0;
  shineG = 0;
  shineB = 0;
  #triangle = 0;
  #pointU = 0;
  #pointV = 0;
  readonly #block: Block;
  readonly #hit: Hit;
  readonly #random: Random;
  readonly #surface: Surface;
  readonly #traversal: Traversal;

  constructor(block: Block, hit: Hit, random: Random, surface: Surface, traversal: Traversal) {
    this.#block = block;
    this.#hit = hit;
    this.#random = random;
    this.#surface = surface;
    this.#traversal = traversal;
  }

  #share(lamp: number): number {
    return this.#block.f32[(this.#block.lampShares >> 2) + lamp]!;
  }

  #perArea(triangle: number): number {
    return this.#block.f32[(this.#block.lampDensities >> 2) + triangle]!;
  }

  /** Picks a point of a shining triangle by `u1` and `u2`, seen from another point; false where it is seen edge-on. */
  sampleLamp(x: number, y: number, z: number): boolean {
    const { u1, u2 } = this.#random;
    const block = this.#block;
    const hit = this.#hit;
    let low = 0;
    let high = block.lampCount - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#share(middle) > u1) high = middle;
      else low = middle + 1;
    }
    const before = low === 0 ? 0 : this.#share(low - 1);
    const root = Math.sqrt(Math.max(0, (u1 - before) / (this.#share(low) - before)));
    this.#pointU = root * (1 - u2);
    this.#pointV = root * u2;
    this.#triangle = block.u32[(block.lamps >> 2) + low]!;
    const corner = (k: number) =>
      block.vertices + block.u32[((block.triangles + this.#triangle * 12) >> 2) + k]! * 32;
    const [a, b, c] = [corner(0), corner(1), corner(2)];
    const ax = hit.f(a, 0);
    const ay = hit.f(a, 4);
    const az = hit.f(a, 8);
    const e1x = hit.f(b, 0) - ax;
    const e1y = hit.f(b, 4) - ay;
    const e1z = hit.f(b, 8) - az;
    const e2x = hit.f(c, 0) - ax;
    const e2y = hit.f(c, 4) - ay;
    const e2z = hit.f(c, 8) - az;
    const dx = ax + e1x * this.#pointU + e2x * this.#pointV - x;
    const dy = ay + e1y * this.#pointU + e2y * this.#pointV - y;
    const dz = az + e1z * this.#pointU + e2z * this.#pointV - z;
    const square = dx * dx + dy * dy + dz * dz;
    if (square <= 1e-12) return false;
    const distance = Math.sqrt(square);
    this.lampX = dx / distance;
    this.lampY = dy / distance;
    this.lampZ = dz / distance;
    const nx = e1y * e2z - e1z * e2y;
    const ny = e1z * e2x - e1x * e2z;
    const nz = e1x * e2y - e1y * e2x;
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    const cosine = Math.abs(nx * this.lampX + ny * this.lampY + nz * this.lampZ);
    if (cosine <= length * 1e-6) return false;
    this.lampDensity = (this.#perArea(this.#triangle) * square * length) / cosine;
    this.lampReach = distance - 2 * block.offset;
    return this.lampReach > 0;
  }

  /** Reads what the picked point shines with. Overwrites the surface. */
  lookAtLamp(dx: number, dy: number, dz: number): void {
    this.#traversal.setHit(this.#triangle, this.#pointU, this.#pointV);
    this.#hit.locate(dx, dy, dz);
    this.#surface.readGlow();
    const covered = this.#surface.isHoley() ? this.#surface.coverage() : 1;
    this.shineR = this.#surface.emitR * covered;
    this.shineG = this.#surface.emitG * covered;
    this.shineB = this.#surface.emitB * covered;
  }

  /**
   * What the light of the located surface counts for when a ray met it that was not aimed at it.
   *
   * @param density With which the ray was picked; 0 when lamps could not have been found otherwise.
   * @param square Of the way from where it was picked.
   */
  glowWeight(density: number, square: number, dx: number, dy: number, dz: number): number {
    if (this.#block.lamps === 0 || density <= 0 || this.#block.estimator === 2) return 1;
    const perArea = this.#perArea(this.#traversal.hitTriangle);
    if (perArea <= 0) return 1;
    if (this.#block.estimator === 1) return 0;
    const cosine = Math.abs(dx * this.#hit.gX + dy * this.#hit.gY + dz * this.#hit.gZ);
    return (density * cosine) / (density * cosine + perArea * square);
  }
}
