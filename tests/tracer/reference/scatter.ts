import { cosTurns, sinTurns } from '../../../src/tracer/portable-maths.ts';
import type { Bsdf } from './bsdf.ts';
import type { Frames } from './frames.ts';
import type { Hit } from './hit.ts';
import type { Microfacet } from './microfacet.ts';
import type { Random } from './random.ts';
import type { Surface } from './surface.ts';

export class Scatter {
  /** Direction of the last sample, in the scene's frame. */
  outX = 0;
  outY = 0;
  outZ = 0;
  /** Last microfacet. */
  hX = 0;
  hY = 0;
  hZ = 0;
  readonly #bsdf: Bsdf;
  readonly #frames: Frames;
  readonly #hit: Hit;
  readonly #microfacet: Microfacet;
  readonly #random: Random;
  readonly #surface: Surface;

  constructor(
    bsdf: Bsdf,
    frames: Frames,
    hit: Hit,
    microfacet: Microfacet,
    random: Random,
    surface: Surface,
  ) {
    this.#bsdf = bsdf;
    this.#frames = frames;
    this.#hit = hit;
    this.#microfacet = microfacet;
    this.#random = random;
    this.#surface = surface;
  }

  /** Visible normal of a view in its frame (Dupuy and Benyoub 2023) by the current random pair, into h. */
  sampleNormal(x: number, y: number, z: number, ax: number, ay: number): void {
    let sx = x * ax,
      sy = y * ay,
      sz = z;
    let il = 1 / Math.sqrt(sx * sx + sy * sy + sz * sz);
    sx *= il;
    sy *= il;
    sz *= il;
    const cz = (1 - this.#random.u2) * (1 + sz) - sz;
    const radius = Math.sqrt(Math.max(0, 1 - cz * cz));
    const nx = (radius * cosTurns(this.#random.u1) + sx) * ax,
      ny = (radius * sinTurns(this.#random.u1) + sy) * ay,
      nz = Math.max(1e-9, cz + sz);
    il = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz);
    this.hX = nx * il;
    this.hY = ny * il;
    this.hZ = nz * il;
  }

  #leave(x: number, y: number, z: number): void {
    this.outX = x * this.#frames.tX + y * this.#frames.bX + z * this.#hit.nX;
    this.outY = x * this.#frames.tY + y * this.#frames.bY + z * this.#hit.nY;
    this.outZ = x * this.#frames.tZ + y * this.#frames.bZ + z * this.#hit.nZ;
  }

  /**
   * Picks a direction among the lobes but for passing through by the current random pair.
   *
   * @param choice 0 to 1, what is left of the lobe choice after passing through was refused.
   */
  sampleReflection(choice: number): void {
    if (choice < this.#bsdf.coatShare) {
      this.sampleNormal(
        this.#bsdf.cvX,
        this.#bsdf.cvY,
        this.#bsdf.cvZ,
        this.#bsdf.coatAlpha,
        this.#bsdf.coatAlpha,
      );
      const vh = 2 * (this.#bsdf.cvX * this.hX + this.#bsdf.cvY * this.hY + this.#bsdf.cvZ * this.hZ);
      const x = vh * this.hX - this.#bsdf.cvX,
        y = vh * this.hY - this.#bsdf.cvY,
        z = vh * this.hZ - this.#bsdf.cvZ;
      this.outX = x * this.#frames.ctX + y * this.#frames.cbX + z * this.#hit.cX;
      this.outY = x * this.#frames.ctY + y * this.#frames.cbY + z * this.#hit.cY;
      this.outZ = x * this.#frames.ctZ + y * this.#frames.cbZ + z * this.#hit.cZ;
      return;
    }
    if (choice < this.#bsdf.coatShare + this.#bsdf.specularShare) {
      this.sampleNormal(this.#bsdf.vX, this.#bsdf.vY, this.#bsdf.vZ, this.#bsdf.alphaX, this.#bsdf.alphaY);
      const vh = 2 * (this.#bsdf.vX * this.hX + this.#bsdf.vY * this.hY + this.#bsdf.vZ * this.hZ);
      this.#leave(vh * this.hX - this.#bsdf.vX, vh * this.hY - this.#bsdf.vY, vh * this.hZ - this.#bsdf.vZ);
      return;
    }
    const radius = Math.sqrt(this.#random.u1);
    const z = Math.sqrt(Math.max(0, 1 - this.#random.u1));
    const { coatShare, specularShare, diffuseShare, transShare } = this.#bsdf;
    const isBelow = choice >= coatShare + specularShare + diffuseShare && transShare > 0;
    this.#leave(radius * cosTurns(this.#random.u2), radius * sinTurns(this.#random.u2), isBelow ? -z : z);
  }

  /** Through a thin wall: straight when smooth, else the mirrored reflection. Rougher glass of low index bends less. */
  sampleThinPass(ior: number): void {
    const rough = this.#surface.roughness * Math.min(1, Math.max(0, ior * 2 - 2));
    const a = Math.max(1e-4, rough * rough);
    this.sampleNormal(this.#bsdf.vX, this.#bsdf.vY, this.#bsdf.vZ, a, a);
    const vh = 2 * (this.#bsdf.vX * this.hX + this.#bsdf.vY * this.hY + this.#bsdf.vZ * this.hZ);
    this.#leave(
      vh * this.hX - this.#bsdf.vX,
      vh * this.hY - this.#bsdf.vY,
      -Math.abs(vh * this.hZ - this.#bsdf.vZ),
    );
  }

  /** Into a solid from outside: refraction about a microfacet, always possible. */
  sampleEntry(ior: number): void {
    this.sampleNormal(this.#bsdf.vX, this.#bsdf.vY, this.#bsdf.vZ, this.#bsdf.alphaX, this.#bsdf.alphaY);
    this.#refract(this.#bsdf.vX * this.hX + this.#bsdf.vY * this.hY + this.#bsdf.vZ * this.hZ, 1 / ior);
  }

  /**
   * At the inner face of a solid: reflects with the exact Fresnel share, all of it beyond the critical angle.
   *
   * @returns True when the ray leaves the solid.
   */
  sampleExit(ior: number, choice: number): boolean {
    this.sampleNormal(this.#bsdf.vX, this.#bsdf.vY, this.#bsdf.vZ, this.#bsdf.alphaX, this.#bsdf.alphaY);
    const c = Math.min(1, this.#bsdf.vX * this.hX + this.#bsdf.vY * this.hY + this.#bsdf.vZ * this.hZ);
    if (choice < this.#microfacet.fresnel(c, ior)) {
      this.#leave(
        2 * c * this.hX - this.#bsdf.vX,
        2 * c * this.hY - this.#bsdf.vY,
        Math.abs(2 * c * this.hZ - this.#bsdf.vZ),
      );
      return false;
    }
    this.#refract(c, ior);
    return true;
  }

  /** Bends the view about the microfacet; what would stay above the surface is folded below it. */
  #refract(c: number, eta: number): void {
    const k = eta * c - Math.sqrt(Math.max(0, 1 - eta * eta * (1 - c * c)));
    this.#leave(
      k * this.hX - eta * this.#bsdf.vX,
      k * this.hY - eta * this.#bsdf.vY,
      -Math.abs(k * this.hZ - eta * this.#bsdf.vZ),
    );
  }
}
