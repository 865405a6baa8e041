import { LABEL_MIN_FACING } from '../../../src/contract/scene/label.ts';
import * as L from '../../../src/tracer/kernel/layout.ts';
import { turnsOf } from '../../../src/tracer/portable-maths.ts';
import type { Block } from './block.ts';
import type { Hit } from './hit.ts';
import type { Textures } from './textures.ts';

const TAU = 6.283185307179586;

export class Labels {
  /** Of the label of the last `readLabel`: how much of the surface it covers, and how it is made. */
  cover = 0;
  finish = 0;
  hasUnderprint = false;
  /** The point of the last `enterLabels` and its normal, in the frame of the labels; the normal is not of unit length. */
  #p: readonly [number, number, number] = [0, 0, 0];
  #n: readonly [number, number, number] = [0, 0, 0];
  #length = 0;
  readonly #hit: Hit;
  readonly #textures: Textures;
  readonly #block: Block;

  constructor(hit: Hit, textures: Textures, block: Block) {
    this.#hit = hit;
    this.#textures = textures;
    this.#block = block;
  }

  /** Whether nothing of the part shows through the label that was read. */
  get hides(): boolean {
    return this.hasUnderprint || this.finish === L.FINISH_FOIL;
  }

  /** Brings the located surface, whose normal is interpolated, into the frame of the labels. */
  enterLabels(): void {
    const { isBack, flags, iX, iY, iZ, pX, pY, pZ } = this.#hit;
    const side = isBack && !(flags & (L.F_BLEND | L.F_TRANSMISSIVE)) ? -1 : 1;
    const [x, y, z] = [iX * side, iY * side, iZ * side];
    this.#p = [pX, pY, pZ];
    this.#n = [x, y, z];
    this.#length = 1;
    if (!this.#block.hasTextureFrame) return;
    const from = (k: number) => this.#block.double(L.D_TEXTURE_FROM_STAGE + k);
    const to = (k: number) => this.#block.double(L.D_TEXTURE_TO_STAGE + k);
    const point = (row: number) => from(row) * pX + from(row + 3) * pY + from(row + 6) * pZ + from(row + 9);
    const normal = (column: number) => to(column) * x + to(column + 1) * y + to(column + 2) * z;
    this.#p = [point(0), point(1), point(2)];
    this.#n = [normal(0), normal(3), normal(6)];
    const [nx, ny, nz] = this.#n;
    this.#length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  }

  /** Reads a label at the point of `enterLabels`, its colour into the textures' own fields. False where it is not. */
  readLabel(index: number): boolean {
    const first = (this.#block.labels + index * L.LABEL_BYTES) >> 3;
    const of = (k: number) => this.#block.f64[first + k]!;
    const [x, y, z] = [this.#p[0] - of(L.K_ORIGIN), this.#p[1] - of(1), this.#p[2] - of(2)];
    const along = (k: number) => x * of(k) + y * of(k + 1) + z * of(k + 2);
    const towards = (k: number) => this.#n[0] * of(k) + this.#n[1] * of(k + 1) + this.#n[2] * of(k + 2);
    const t = along(L.K_UP);
    let s = along(L.K_RIGHT);
    let out = along(L.K_NORMAL);
    let facing = towards(L.K_NORMAL);
    const radius = of(L.K_RADIUS);
    if (radius > 0) {
      const distance = Math.sqrt(s * s + out * out);
      if (distance <= 1e-9) return false;
      facing = (facing * out + towards(L.K_RIGHT) * s) / distance;
      s = radius * TAU * turnsOf(s, out);
      out = distance - radius;
    }
    if (facing < LABEL_MIN_FACING * this.#length || Math.abs(out) > of(L.K_DEPTH)) return false;
    const [us, ut, vs, vt] = [0, 1, 2, 3].map((k) => of(L.K_TO_PICTURE + k)) as [
      number,
      number,
      number,
      number,
    ];
    const u = 0.5 + us * s + ut * t;
    const v = 0.5 + vs * s + vt * t;
    if (u < 0 || u > 1 || v < 0 || v > 1) return false;
    const { rayWidth } = this.#textures;
    this.#textures.setReach(rayWidth * rayWidth * Math.abs(us * vt - ut * vs));
    this.#textures.readTexture(of(L.K_TEXTURE), u, v);
    this.cover = this.#textures.texA * of(L.K_OPACITY);
    this.finish = of(L.K_FINISH);
    this.hasUnderprint = of(L.K_HAS_UNDERPRINT) !== 0;
    return true;
  }
}
