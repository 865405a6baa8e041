import * as L from '../../../src/tracer/kernel/layout.ts';
import type { Block } from './block.ts';

export class Textures {
  /** Linear value of the last lookup. */
  texR = 0;
  texG = 0;
  texB = 0;
  texA = 0;
  /** Width of the ray where textures are read, stage units; 0 reads their finest level. */
  rayWidth = 0;
  readonly #block: Block;
  #reach = 0;
  readonly #double = new Float64Array(1);
  readonly #words = new Uint32Array(this.#double.buffer);

  constructor(block: Block) {
    this.#block = block;
  }

  /** Square of how far a sample reaches across the texture, in its coordinates; 0 reads the finest level. */
  setReach(square: number): void {
    this.#reach = square;
  }

  /** The level whose texels are about as large as a reach, given in texels squared: half of its binary logarithm. */
  #levelOf(square: number): number {
    this.#double[0] = square;
    const exponent = ((this.#words[1]! >> 20) & 0x7ff) - 1023;
    return Math.max(0, (exponent + 1) >> 1);
  }

  /** Brings a coordinate near the image: mode 0 repeat, 1 mirror, 2 clamp. */
  #reduce(x: number, mode: number): number {
    if (mode === 0) return x - Math.floor(x);
    if (mode === 1) return x - 2 * Math.floor(x * 0.5);
    return Math.min(2, Math.max(-1, x));
  }

  #wrap(i: number, size: number, mode: number): number {
    if (mode === 2) return Math.max(0, Math.min(size - 1, i));
    if (mode === 0) return i < 0 ? i + size : i >= size ? i - size : i;
    if (i < 0) i = -1 - i;
    if (i >= 2 * size) i -= 2 * size;
    return i >= size ? 2 * size - 1 - i : i;
  }

  #addTexel(at: number, table: number, w: number): void {
    this.texR += this.#block.f32[(table + (this.#block.u8[at]! << 2)) >> 2]! * w;
    this.texG += this.#block.f32[(table + (this.#block.u8[at + 1]! << 2)) >> 2]! * w;
    this.texB += this.#block.f32[(table + (this.#block.u8[at + 2]! << 2)) >> 2]! * w;
    this.texA += this.#block.f32[(this.#block.byteTables + (this.#block.u8[at + 3]! << 2)) >> 2]! * w;
  }

  /** Reads a texture at uv, v down, into `texR` to `texA`. */
  readTexture(id: number, u: number, v: number): void {
    const record = this.#block.textures + id * L.TEXTURE_BYTES;
    let w = this.#block.i32[(record + 4) >> 2]!,
      h = this.#block.i32[(record + 8) >> 2]!,
      texels = this.#block.block + this.#block.u32[record >> 2]!;
    const flags = this.#block.i32[(record + 12) >> 2]!;
    const levels = (flags >> L.TEXTURE_LEVELS_SHIFT) & L.TEXTURE_LEVELS_MOST;
    if (this.#reach > 0 && levels > 0) {
      const level = Math.min(levels, this.#levelOf(this.#reach * w * h));
      for (let i = 0; i < level; i++) {
        texels += (w * h) << 2;
        w = Math.max(1, w >> 1);
        h = Math.max(1, h >> 1);
      }
    }
    const modeS = (flags >> L.TEXTURE_WRAP_S_SHIFT) & 3,
      modeT = (flags >> L.TEXTURE_WRAP_T_SHIFT) & 3;
    const table = flags & L.TEXTURE_IS_SRGB ? this.#block.byteTables + 1024 : this.#block.byteTables;
    const x = this.#reduce(u, modeS) * w,
      y = this.#reduce(v, modeT) * h;
    this.texR = 0;
    this.texG = 0;
    this.texB = 0;
    this.texA = 0;
    if (flags & L.TEXTURE_IS_NEAREST) {
      const i = this.#wrap(Math.floor(x), w, modeS),
        j = this.#wrap(Math.floor(y), h, modeT);
      this.#addTexel(texels + ((j * w + i) << 2), table, 1);
      return;
    }
    const xf = Math.floor(x - 0.5),
      yf = Math.floor(y - 0.5);
    const fx = x - 0.5 - xf,
      fy = y - 0.5 - yf;
    const x0 = this.#wrap(xf, w, modeS),
      x1 = this.#wrap(xf + 1, w, modeS);
    const y0 = this.#wrap(yf, h, modeT) * w,
      y1 = this.#wrap(yf + 1, h, modeT) * w;
    this.#addTexel(texels + ((y0 + x0) << 2), table, (1 - fx) * (1 - fy));
    this.#addTexel(texels + ((y0 + x1) << 2), table, fx * (1 - fy));
    this.#addTexel(texels + ((y1 + x0) << 2), table, (1 - fx) * fy);
    this.#addTexel(texels + ((y1 + x1) << 2), table, fx * fy);
  }
}
