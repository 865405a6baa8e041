import * as L from '../../../src/tracer/kernel/layout.ts';
import { turnsOf } from '../../../src/tracer/portable-maths.ts';
import type { Block } from './block.ts';
import { FAR } from './traverse.ts';

type Triple = readonly [number, number, number];

/** What is left of a light's weight where it grazes the surface: a smooth one may shine there. */
const LEAST_FACING = 0.1;

export class PunctualLights {
  /** The light that was picked last: direction to it, free way, irradiance that it stands for when it faces the surface. */
  pointX = 0;
  pointY = 0;
  pointZ = 0;
  pointReach = 0;
  pointR = 0;
  pointG = 0;
  pointB = 0;
  readonly #block: Block;

  constructor(block: Block) {
    this.#block = block;
  }

  #field(light: number, index: number): number {
    return this.#block.f64[((this.#block.punctualLights + light * L.PUNCTUAL_LIGHT_BYTES) >> 3) + index]!;
  }

  /** Share of a light's irradiance that arrives at a point, by distance, range, cone and profile. */
  #look(light: number, x: number, y: number, z: number): number {
    const field = (index: number) => this.#field(light, index);
    if (field(L.P_IS_FAR) !== 0) {
      this.pointX = -field(L.P_DIRECTION);
      this.pointY = -field(L.P_DIRECTION + 1);
      this.pointZ = -field(L.P_DIRECTION + 2);
      this.pointReach = FAR;
      return 1;
    }
    const dx = field(L.P_POSITION) - x;
    const dy = field(L.P_POSITION + 1) - y;
    const dz = field(L.P_POSITION + 2) - z;
    const square = dx * dx + dy * dy + dz * dz;
    if (square <= 1e-12) return 0;
    const distance = Math.sqrt(square);
    this.pointX = dx / distance;
    this.pointY = dy / distance;
    this.pointZ = dz / distance;
    this.pointReach = distance - this.#block.offset;
    if (this.pointReach <= 0) return 0;
    const near = square * field(L.P_RANGE);
    const cosine = -(
      this.pointX * field(L.P_DIRECTION) +
      this.pointY * field(L.P_DIRECTION + 1) +
      this.pointZ * field(L.P_DIRECTION + 2)
    );
    const edge = Math.min(1, Math.max(0, cosine * field(L.P_CONE_SCALE) + field(L.P_CONE_OFFSET)));
    const share = (Math.min(1, Math.max(0, 1 - near * near)) * edge * edge) / square;
    return field(L.P_PROFILE) === 0 ? share : share * this.#shareOfProfile(light, cosine);
  }

  /** Share of the brightest direction's light that a profile sends into the direction that was looked into. */
  #shareOfProfile(light: number, along: number): number {
    const field = (index: number) => this.#field(light, index);
    const [dX, dY, dZ] = [field(L.P_DIRECTION), field(L.P_DIRECTION + 1), field(L.P_DIRECTION + 2)];
    const [rX, rY, rZ] = [field(L.P_RIGHT), field(L.P_RIGHT + 1), field(L.P_RIGHT + 2)];
    const across = -(this.pointX * rX + this.pointY * rY + this.pointZ * rZ);
    const aside = -(
      this.pointX * (dY * rZ - dZ * rY) +
      this.pointY * (dZ * rX - dX * rZ) +
      this.pointZ * (dX * rY - dY * rX)
    );
    const last = L.PROFILE_ROWS - 1;
    const row = Math.min(last, turnsOf(Math.sqrt(across * across + aside * aside), along) * 2 * last);
    const above = Math.min(last - 1, Math.floor(row));
    const rest = row - above;
    const start = (this.#block.punctualLights + field(L.P_PROFILE)) >> 2;
    const between = (column: number): number => {
      const at = start + column * L.PROFILE_ROWS + above;
      const one = this.#block.f32[at]!;
      return one + (this.#block.f32[at + 1]! - one) * rest;
    };
    const columns = field(L.P_PROFILE_COLUMNS);
    if (columns === 1) return between(0);
    const heading = turnsOf(aside, across);
    const column = (heading < 0 ? heading + 1 : heading) * (columns - 1);
    const before = Math.min(columns - 2, Math.floor(column));
    const one = between(before);
    return one + (between(before + 1) - one) * (column - before);
  }

  /** Weight of the light that was looked at last, on a surface with this normal. */
  #weigh(light: number, share: number, [nx, ny, nz]: Triple, isTranslucent: boolean): number {
    const facing = this.pointX * nx + this.pointY * ny + this.pointZ * nz;
    const arriving = isTranslucent ? Math.abs(facing) : facing;
    return arriving > 0 ? this.#field(light, L.P_POWER) * share * Math.max(LEAST_FACING, arriving) : 0;
  }

  /** Picks a light by what may arrive of it at a point; false where none shines on the surface there. */
  pickPunctualLight(point: Triple, normal: Triple, isTranslucent: boolean, pick: number): boolean {
    const { punctualLightCount } = this.#block;
    let sum = 0;
    for (let i = 0; i < punctualLightCount; i++)
      sum += this.#weigh(i, this.#look(i, ...point), normal, isTranslucent);
    if (sum <= 0) return false;
    let passed = 0;
    for (let i = 0; i < punctualLightCount; i++) {
      const share = this.#look(i, ...point);
      const weight = this.#weigh(i, share, normal, isTranslucent);
      passed += weight;
      if (weight <= 0 || pick * sum >= passed) continue;
      const k = (share * sum) / weight;
      this.pointR = this.#field(i, L.P_IRRADIANCE) * k;
      this.pointG = this.#field(i, L.P_IRRADIANCE + 1) * k;
      this.pointB = this.#field(i, L.P_IRRADIANCE + 2) * k;
      return true;
    }
    return false;
  }

  /** What would arrive of all of them on a level surface at a point. */
  sumPunctualLights(x: number, y: number, z: number): Triple {
    let [r, g, b] = [0, 0, 0];
    for (let i = 0; i < this.#block.punctualLightCount; i++) {
      const arriving = this.#look(i, x, y, z) * this.pointY;
      if (arriving <= 0) continue;
      r += this.#field(i, L.P_IRRADIANCE) * arriving;
      g += this.#field(i, L.P_IRRADIANCE + 1) * arriving;
      b += this.#field(i, L.P_IRRADIANCE + 2) * arriving;
    }
    return [r, g, b];
  }
}
