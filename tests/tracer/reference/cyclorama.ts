import * as L from '../../../src/tracer/kernel/layout.ts';
import type { Block } from './block.ts';
import type { Hit } from './hit.ts';

/** What the kernel's `cyclorama.ts` is compared with. */
export class Cyclorama {
  /** Radiance that leaves the place that was looked up last, if nothing stood before the cyclorama. */
  leavingR = 0;
  leavingG = 0;
  leavingB = 0;
  readonly #block: Block;
  readonly #hit: Hit;

  constructor(block: Block, hit: Hit) {
    this.#block = block;
    this.#hit = hit;
  }

  /** Whether the located surface is the front of the cyclorama. */
  isMet(): boolean {
    return this.#block.cyclorama !== 0 && (this.#hit.flags & L.F_CYCLORAMA) !== 0 && !this.#hit.isBack;
  }

  /** Whether what shines from a place is before the cyclorama. */
  isBeforeWall(x: number, y: number, z: number): boolean {
    return y > this.#block.floorY && this.#frontOf(x, z) > -this.#field(L.C_WALL);
  }

  /** Whether the sky in a direction is what all of the cyclorama sees. */
  isOpenSky(dx: number, dy: number, dz: number): boolean {
    return dy > 0 && dx * this.#field(L.C_FRONT_X) + dz * this.#field(L.C_FRONT_Z) > 0;
  }

  /** Looks up what a ray from before the cyclorama would find of it if nothing else were there; false where it finds none. */
  lookBehind(x: number, y: number, z: number, dx: number, dy: number, dz: number): boolean {
    const front = dx * this.#field(L.C_FRONT_X) + dz * this.#field(L.C_FRONT_Z);
    const toFloor = dy < 0 ? (this.#block.floorY - y) / dy : Infinity;
    const way = -this.#field(L.C_WALL) - this.#frontOf(x, z);
    const toWall = front < 0 ? way / (front * this.#field(L.C_SCALE)) : Infinity;
    const t = Math.min(toFloor, toWall);
    if (t === Infinity) return false;
    this.lookUp(x + dx * t, y + dy * t, z + dz * t);
    return true;
  }

  /** Looks up what leaves a place of the cyclorama. */
  lookUp(x: number, y: number, z: number): void {
    const [awayX, awayZ] = [x - this.#field(L.C_MIDDLE_X), z - this.#field(L.C_MIDDLE_Z)];
    const scale = this.#field(L.C_SCALE);
    const across = (awayX * this.#field(L.C_RIGHT_X) + awayZ * this.#field(L.C_RIGHT_Z)) * scale;
    const along = (y - this.#block.floorY) * scale - this.#frontOf(x, z) + this.#field(L.C_START);
    const u = placeOf(across, L.CYCLORAMA_ACROSS, L.CYCLORAMA_COLUMNS);
    const v = placeOf(along, L.CYCLORAMA_ALONG, L.CYCLORAMA_ROWS);
    const [column, row] = [Math.floor(u), Math.floor(v)];
    const [wide, high] = [weigh(u - column), weigh(v - row)];
    this.leavingR = 0;
    this.leavingG = 0;
    this.leavingB = 0;
    for (let j = 0; j < 4; j++) {
      const at = Math.min(L.CYCLORAMA_ROWS - 1, Math.max(0, row - 1 + j)) * L.CYCLORAMA_COLUMNS;
      for (let i = 0; i < 4; i++) {
        const entry = at + Math.min(L.CYCLORAMA_COLUMNS - 1, Math.max(0, column - 1 + i));
        const from = ((this.#block.cyclorama + L.CYCLORAMA_BYTES) >> 2) + entry * 3;
        const share = high[j]! * wide[i]!;
        this.leavingR += share * this.#block.f32[from]!;
        this.leavingG += share * this.#block.f32[from + 1]!;
        this.leavingB += share * this.#block.f32[from + 2]!;
      }
    }
  }

  /** Along the front, from the middle of the product, in its radii. */
  #frontOf(x: number, z: number): number {
    const [awayX, awayZ] = [x - this.#field(L.C_MIDDLE_X), z - this.#field(L.C_MIDDLE_Z)];
    return (awayX * this.#field(L.C_FRONT_X) + awayZ * this.#field(L.C_FRONT_Z)) * this.#field(L.C_SCALE);
  }

  #field(index: number): number {
    return this.#block.f64[(this.#block.cyclorama >> 3) + index]!;
  }
}

/** Where a way stands among the entries of the table. */
function placeOf(way: number, half: number, count: number): number {
  return (way / (half + Math.abs(way)) + 1) * 0.5 * count - 0.5;
}

/** Shares of four entries beside each other (Catmull and Rom). */
function weigh(t: number): [number, number, number, number] {
  return [
    t * (t * (1 - 0.5 * t) - 0.5),
    1 + t * t * (1.5 * t - 2.5),
    t * (0.5 + t * (2 - 1.5 * t)),
    t * t * (0.5 * t - 0.5),
  ];
}
