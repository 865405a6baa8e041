import { ENERGY_SIZE } from '../../../src/tracer/kernel/layout.ts';
import type { Block } from './block.ts';

const PI = Math.PI;

export class Microfacet {
  /** Factors of reflectance at normal and at grazing incidence, from the last {@link lookUpEnergy}. */
  tableA = 0;
  tableB = 0;
  readonly #block: Block;

  constructor(block: Block) {
    this.#block = block;
  }

  /** Smith's masking function of GGX. */
  lambda(cosine: number, a: number): number {
    const c2 = cosine * cosine;
    return 0.5 * (Math.sqrt(1 + (a * a * (1 - c2)) / c2) - 1);
  }

  /** GGX. */
  distribution(cosine: number, a: number): number {
    const a2 = a * a;
    const d = cosine * cosine * (a2 - 1) + 1;
    return a2 / (PI * d * d);
  }

  /** As {@link lambda}, of a surface whose roughness differs along x and y. */
  lambdaAlong(x: number, y: number, z: number, ax: number, ay: number): number {
    const sx = x * ax,
      sy = y * ay;
    return 0.5 * (Math.sqrt(1 + (sx * sx + sy * sy) / (z * z)) - 1);
  }

  /** As {@link distribution}, of a surface whose roughness differs along x and y. */
  distributionAlong(x: number, y: number, z: number, ax: number, ay: number): number {
    const sx = x / ax,
      sy = y / ay;
    const d = sx * sx + sy * sy + z * z;
    return 1 / (PI * ax * ay * d * d);
  }

  /** Directional albedo of the GGX lobe. */
  lookUpEnergy(cosine: number, rough: number): void {
    const last = ENERGY_SIZE - 1;
    const x = Math.min(last - 0.001, Math.max(0, cosine * last)),
      y = Math.min(last - 0.001, Math.max(0, rough * last));
    const i = Math.floor(x),
      j = Math.floor(y);
    const fx = x - i,
      fy = y - j;
    const at = this.#block.energy + ((j * ENERGY_SIZE + i) << 3);
    const w00 = (1 - fx) * (1 - fy),
      w10 = fx * (1 - fy),
      w01 = (1 - fx) * fy,
      w11 = fx * fy;
    this.tableA =
      this.#block.f32[at >> 2]! * w00 +
      this.#block.f32[(at + 8) >> 2]! * w10 +
      this.#block.f32[(at + 256) >> 2]! * w01 +
      this.#block.f32[(at + 264) >> 2]! * w11;
    this.tableB =
      this.#block.f32[(at + 4) >> 2]! * w00 +
      this.#block.f32[(at + 12) >> 2]! * w10 +
      this.#block.f32[(at + 260) >> 2]! * w01 +
      this.#block.f32[(at + 268) >> 2]! * w11;
  }

  /** Directional albedo of the sheen lobe. */
  lookUpSheen(cosine: number, rough: number): number {
    const last = ENERGY_SIZE - 1;
    const x = Math.min(last - 0.001, Math.max(0, cosine * last)),
      y = Math.min(last - 0.001, Math.max(0, rough * last));
    const i = Math.floor(x),
      j = Math.floor(y);
    const fx = x - i,
      fy = y - j;
    const at = this.#block.sheenEnergy + ((j * ENERGY_SIZE + i) << 2);
    return (
      (this.#block.f32[at >> 2]! * (1 - fx) + this.#block.f32[(at + 4) >> 2]! * fx) * (1 - fy) +
      (this.#block.f32[(at + 128) >> 2]! * (1 - fx) + this.#block.f32[(at + 132) >> 2]! * fx) * fy
    );
  }

  /** Unpolarised reflectance at a cosine for a relative index (here over there); 1 beyond the critical angle. */
  fresnel(c: number, eta: number): number {
    const sin2 = eta * eta * (1 - c * c);
    if (sin2 >= 1) return 1;
    const t = Math.sqrt(1 - sin2);
    const s = (eta * c - t) / (eta * c + t),
      p = (c - eta * t) / (c + eta * t);
    return 0.5 * (s * s + p * p);
  }
}
