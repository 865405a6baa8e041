import * as L from '../../../src/tracer/kernel/layout.ts';
import { exp2 } from '../../../src/tracer/portable-maths.ts';
import type { Block } from './block.ts';
import type { Bsdf } from './bsdf.ts';
import type { Hit } from './hit.ts';
import type { Surface } from './surface.ts';
import { FAR, type Traversal } from './traverse.ts';

/** Surfaces a straight ray may pass before it counts as blocked. */
const MAX_PASSES = 24;

export class Shadow {
  /** Share of light that arrives per channel, after {@link isLit}. */
  litR = 1;
  litG = 1;
  litB = 1;
  /** Rays cast since the tile began. */
  rays = 0;
  readonly #bsdf: Bsdf;
  readonly #block: Block;
  readonly #hit: Hit;
  readonly #surface: Surface;
  readonly #traversal: Traversal;

  constructor(bsdf: Bsdf, block: Block, hit: Hit, surface: Surface, traversal: Traversal) {
    this.#bsdf = bsdf;
    this.#block = block;
    this.#hit = hit;
    this.#surface = surface;
    this.#traversal = traversal;
  }

  resetRays(): void {
    this.rays = 0;
  }

  /** @param isSharp Backs of single-sided surfaces are not there for it. */
  cast(x: number, y: number, z: number, dx: number, dy: number, dz: number, isSharp: boolean): number {
    this.rays++;
    const passes = isSharp ? L.PASSES_FROM_EYE : L.PASSES_NONE;
    return this.#traversal.trace(x, y, z, dx, dy, dz, false, passes, FAR);
  }

  /** Absorption per channel over a distance in a solid's material. */
  absorbed(medium: number, channel: number, distance: number): number {
    return exp2(-this.#block.f32[(medium + L.M_ABSORPTION + (channel << 2)) >> 2]! * distance);
  }

  /**
   * Whether light reaches a point from a direction. Cut-outs, blended surfaces and glass let it through, tinted and
   * in a straight line: a shadow through glass is a coloured shadow, without the caustic. Overwrites the surface.
   *
   * @param medium Material record of the solid that the point is in, 0 for air.
   * @param passesBacks Whether light also falls through the backs of opaque single-sided surfaces.
   * @param reach How far away the light is: {@link FAR} for the sky.
   * @param solidsBlock Solid glass is in the way: what it lets through is found by bent paths instead.
   */
  isLit(
    x: number,
    y: number,
    z: number,
    dx: number,
    dy: number,
    dz: number,
    medium: number,
    passesBacks: boolean,
    reach: number,
    solidsBlock: boolean,
  ): boolean {
    this.litR = 1;
    this.litG = 1;
    this.litB = 1;
    for (let i = 0; i < MAX_PASSES; i++) {
      this.rays++;
      const passes = passesBacks ? L.PASSES_TO_LIGHT : L.PASSES_NONE;
      const hit = this.#traversal.trace(x, y, z, dx, dy, dz, true, passes, reach);
      if (hit === -2) return false;
      if (hit === -1) return true;
      if (!this.#block.hasSeeThrough) return false;
      this.#hit.locate(dx, dy, dz);
      if (medium !== 0) {
        this.litR *= this.absorbed(medium, 0, this.#traversal.hitT);
        this.litG *= this.absorbed(medium, 1, this.#traversal.hitT);
        this.litB *= this.absorbed(medium, 2, this.#traversal.hitT);
      }
      const share = this.#hit.flags & (L.F_MASK | L.F_BLEND) ? this.#surface.coverage() : 1;
      if (this.#hit.flags & L.F_TRANSMISSIVE && !(solidsBlock && this.#hit.flags & L.F_SOLID)) {
        this.#bsdf.prepareStraight(this.#surface.readGlass(dx, dy, dz));
        this.litR *= 1 - share + share * this.#bsdf.passR;
        this.litG *= 1 - share + share * this.#bsdf.passG;
        this.litB *= 1 - share + share * this.#bsdf.passB;
        if (this.#hit.flags & L.F_SOLID) medium = this.#hit.isBack ? 0 : this.#hit.material;
      } else {
        this.litR *= 1 - share;
        this.litG *= 1 - share;
        this.litB *= 1 - share;
      }
      if (Math.max(this.litR, Math.max(this.litG, this.litB)) < 1e-3) return false;
      x = this.#hit.pX - this.#hit.gX * this.#block.offset;
      y = this.#hit.pY - this.#hit.gY * this.#block.offset;
      z = this.#hit.pZ - this.#hit.gZ * this.#block.offset;
      reach -= this.#traversal.hitT + this.#block.offset;
      if (reach <= 0) return true;
    }
    return false;
  }
}
