import * as L from '../../../src/tracer/kernel/layout.ts';
import { lightProfile } from '../../../src/tracer/light/area-light.ts';
import { passGobo } from '../../../src/tracer/light/pass-gobo.ts';
import type { Block } from './block.ts';

const EDGE = 0.16;
const LEAST_SKY_SHARE = 0.15;
const LEAST_FACING = 0.1;

/** Spreads a number between -1 and 1 over the width of a light, thinner where it fades. */
function spread(value: number): number {
  const v = Math.abs(value) * (1 - 0.5 * EDGE);
  const at = v < 1 - EDGE ? v : 1 - Math.sqrt(2 * EDGE * (1 - 0.5 * EDGE - v));
  return value < 0 ? -at : at;
}

/** Density of {@link spread} at a place, beside an even one. */
function density(at: number): number {
  return Math.min(1, (1 - Math.abs(at)) / EDGE) / (1 - 0.5 * EDGE);
}

export class AreaLights {
  /** The point that the last {@link sampleAreaLight} picked: direction to it, free way, density, radiance. */
  areaX = 0;
  areaY = 0;
  areaZ = 0;
  areaReach = 0;
  /** Per solid angle, with which it is picked among all light. */
  areaDensity = 0;
  areaR = 0;
  areaG = 0;
  areaB = 0;
  /** Whether that light has a pattern, and whether flags keep it from the cyclorama. */
  hasPattern = false;
  isFlagged = false;
  /** Share of the sky in all light that is looked for at the weighed point; 1 when there are no lights. */
  skyShare = 1;
  /** The same at the picked point. */
  pickedSkyShare = 1;
  /** How far along its ray the last {@link crossAreaLight} met a light. */
  crossedAt = 0;
  /** Unblocked irradiance on the floor, after {@link lookUpFloorLight}. */
  floorR = 0;
  floorG = 0;
  floorB = 0;
  /** How often that place across it is picked, beside the middle. */
  #crossedShare = 0;
  readonly #block: Block;
  /** Running sums of the lights' shares, at the weighed and at the picked point. */
  readonly #shares: Float64Array;
  readonly #picked: Float64Array;

  constructor(block: Block) {
    this.#block = block;
    this.#shares = new Float64Array(block.areaLightCount);
    this.#picked = new Float64Array(block.areaLightCount);
  }

  #field(light: number, index: number): number {
    return this.#block.f64[(light >> 3) + index]!;
  }

  #dot(light: number, index: number, x: number, y: number, z: number): number {
    return (
      x * this.#field(light, index) + y * this.#field(light, index + 1) + z * this.#field(light, index + 2)
    );
  }

  #profile(light: number, a: number, b: number): number {
    return lightProfile(a, b, this.#field(light, L.A_IS_OCTAGON) !== 0);
  }

  #gobo(light: number, a: number, b: number, dx: number, dy: number, dz: number): number {
    const pattern = this.#field(light, L.A_GOBO);
    const away = -this.#dot(light, L.A_FRONT, dx, dy, dz);
    if (pattern === 0 || away <= 0) return 1;
    const share = this.#field(light, L.A_GOBO_REACH) / away;
    return passGobo(
      pattern,
      (a - this.#dot(light, L.A_TO_RIGHT, dx, dy, dz) * share) * this.#field(light, L.A_GOBO_WIDTH),
      (b - this.#dot(light, L.A_TO_UP, dx, dy, dz) * share) * this.#field(light, L.A_GOBO_HEIGHT),
    );
  }

  #shine(light: number, share: number): void {
    this.areaR = this.#field(light, L.A_RADIANCE) * share;
    this.areaG = this.#field(light, L.A_RADIANCE + 1) * share;
    this.areaB = this.#field(light, L.A_RADIANCE + 2) * share;
  }

  /**
   * Notes with which share of all light each light and the sky are looked for at a point, by what may arrive of each.
   *
   * @param hasSky Whether one pick is for both; the lights have all of it otherwise.
   */
  weighLights(
    x: number,
    y: number,
    z: number,
    nx: number,
    ny: number,
    nz: number,
    hasSky: boolean,
    isTranslucent = false,
  ): void {
    const [shares, block] = [this.#shares, this.#block];
    let sum = 0;
    for (let i = 0; i < shares.length; i++) {
      const light = block.areaLights + i * L.AREA_LIGHT_BYTES;
      const dx = this.#field(light, L.A_CENTRE) - x;
      const dy = this.#field(light, L.A_CENTRE + 1) - y;
      const dz = this.#field(light, L.A_CENTRE + 2) - z;
      const square = dx * dx + dy * dy + dz * dz + 0.25 * this.#field(light, L.A_AREA);
      const distance = Math.sqrt(square);
      const leaving = Math.max(0, -this.#dot(light, L.A_FRONT, dx, dy, dz) / distance);
      const facing = (dx * nx + dy * ny + dz * nz) / distance;
      const arriving = Math.max(LEAST_FACING, isTranslucent ? Math.abs(facing) : facing);
      sum += (this.#field(light, L.A_POWER) * leaving * arriving) / square;
      shares[i] = sum;
    }
    if (sum <= 0) {
      this.skyShare = 1;
      return;
    }
    const power = block.double(L.D_SKY_POWER);
    this.skyShare = hasSky ? Math.max(LEAST_SKY_SHARE, power / (power + sum)) : 0;
    for (let i = 0; i < shares.length; i++) shares[i]! /= sum;
  }

  /** Keeps the shares of the weighed point for rays that go on from it. */
  pickShares(): void {
    this.pickedSkyShare = this.skyShare;
    this.#picked.set(this.#shares);
  }

  /** Picks a point of a light, seen from another point; false where none shines on that. */
  sampleAreaLight(x: number, y: number, z: number, pick: number, height: number): boolean {
    let i = 0;
    while (i + 1 < this.#shares.length && pick >= this.#shares[i]!) i++;
    const before = this.#shares[i - 1] ?? 0;
    const own = this.#shares[i]! - before;
    if (own <= 0) return false;
    return this.sampleOneLight(
      i,
      x,
      y,
      z,
      Math.min(1, (pick - before) / own),
      height,
      (1 - this.skyShare) * own,
    );
  }

  /** Share of a light in what all lights together give the weighed point. */
  lightShare(index: number): number {
    return this.#shares[index]! - (this.#shares[index - 1] ?? 0);
  }

  /** Picks a point of one light, seen from another point; false where it does not shine on that. */
  sampleOneLight(
    index: number,
    x: number,
    y: number,
    z: number,
    across: number,
    height: number,
    often: number,
  ): boolean {
    const light = this.#block.areaLights + index * L.AREA_LIGHT_BYTES;
    const a = spread(2 * across - 1);
    const b = spread(2 * height - 1);
    const share = this.#profile(light, a, b);
    if (share <= 0) return false;
    const place = (axis: number) =>
      this.#field(light, L.A_CENTRE + axis) +
      a * this.#field(light, L.A_RIGHT + axis) +
      b * this.#field(light, L.A_UP + axis);
    const dx = place(0) - x;
    const dy = place(1) - y;
    const dz = place(2) - z;
    const square = dx * dx + dy * dy + dz * dz;
    if (square <= 1e-12) return false;
    const distance = Math.sqrt(square);
    this.areaX = dx / distance;
    this.areaY = dy / distance;
    this.areaZ = dz / distance;
    const cosine = -this.#dot(light, L.A_FRONT, this.areaX, this.areaY, this.areaZ);
    if (cosine <= 1e-6) return false;
    this.areaDensity = (often * square * density(a) * density(b)) / (this.#field(light, L.A_AREA) * cosine);
    this.areaReach = distance - this.#block.offset;
    this.hasPattern = this.#field(light, L.A_GOBO) !== 0;
    this.isFlagged = this.#field(light, L.A_IS_FLAGGED) !== 0;
    this.#shine(light, share * this.#gobo(light, a, b, dx, dy, dz));
    return this.areaReach > 0;
  }

  /** Whether a ray crosses the front of a light before its end; then its radiance and `crossedAt` are noted. */
  crossAreaLight(
    index: number,
    x: number,
    y: number,
    z: number,
    dx: number,
    dy: number,
    dz: number,
    end: number,
  ): boolean {
    const light = this.#block.areaLights + index * L.AREA_LIGHT_BYTES;
    const facing = this.#dot(light, L.A_FRONT, dx, dy, dz);
    if (facing >= -1e-6) return false;
    const cx = this.#field(light, L.A_CENTRE) - x;
    const cy = this.#field(light, L.A_CENTRE + 1) - y;
    const cz = this.#field(light, L.A_CENTRE + 2) - z;
    const t = this.#dot(light, L.A_FRONT, cx, cy, cz) / facing;
    if (t <= 0 || t >= end) return false;
    const [px, py, pz] = [dx * t - cx, dy * t - cy, dz * t - cz];
    const a = this.#dot(light, L.A_TO_RIGHT, px, py, pz);
    const b = this.#dot(light, L.A_TO_UP, px, py, pz);
    const share = this.#profile(light, a, b);
    if (share <= 0) return false;
    this.crossedAt = t;
    this.#crossedShare = density(a) * density(b);
    this.#shine(light, share * this.#gobo(light, a, b, dx * t, dy * t, dz * t));
    return true;
  }

  /** Density per solid angle with which {@link sampleAreaLight} picks a crossed point, from the picked one. */
  crossedDensity(index: number, dx: number, dy: number, dz: number, square: number): number {
    const light = this.#block.areaLights + index * L.AREA_LIGHT_BYTES;
    const own = this.#picked[index]! - (this.#picked[index - 1] ?? 0);
    return (
      ((1 - this.pickedSkyShare) * own * square * this.#crossedShare) /
      (this.#field(light, L.A_AREA) * -this.#dot(light, L.A_FRONT, dx, dy, dz))
    );
  }

  /** Light of sky and lights on a place of the floor that nothing stands on. */
  lookUpFloorLight(x: number, z: number): void {
    const block = this.#block;
    this.floorR = block.double(L.D_FLOOR_IRRADIANCE);
    this.floorG = block.double(L.D_FLOOR_IRRADIANCE + 1);
    this.floorB = block.double(L.D_FLOOR_IRRADIANCE + 2);
    if (block.floorLight === 0) return;
    const last = L.FLOOR_LIGHT_SIDE - 1;
    const cell = block.double(L.D_FLOOR_CELL);
    const u = Math.min(last, Math.max(0, (x - block.double(L.D_FLOOR_CENTRE_X)) / cell + last / 2));
    const v = Math.min(last, Math.max(0, (z - block.double(L.D_FLOOR_CENTRE_Z)) / cell + last / 2));
    const column = Math.min(L.FLOOR_LIGHT_SIDE - 2, Math.floor(u));
    const row = Math.min(L.FLOOR_LIGHT_SIDE - 2, Math.floor(v));
    const [fx, fy] = [u - column, v - row];
    const at = (block.floorLight >> 2) + (row * L.FLOOR_LIGHT_SIDE + column) * 3;
    const below = at + L.FLOOR_LIGHT_SIDE * 3;
    const mix = (k: number) => {
      const upper = block.f32[at + k]! * (1 - fx) + block.f32[at + k + 3]! * fx;
      const lower = block.f32[below + k]! * (1 - fx) + block.f32[below + k + 3]! * fx;
      return upper * (1 - fy) + lower * fy;
    };
    this.floorR += mix(0);
    this.floorG += mix(1);
    this.floorB += mix(2);
  }
}
