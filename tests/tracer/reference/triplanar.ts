import * as L from '../../../src/tracer/kernel/layout.ts';
import type { Block } from './block.ts';
import type { Textures } from './textures.ts';

const STEP = 0.001953125;
const MIN_UP = 0.1;

export class Triplanar {
  /** `contract/scene/triplanar.ts` in AssemblyScript: colour, bent normal and share of the roughness of the last {@link projectTriplanar}. */
  triR = 0;
  triG = 0;
  triB = 0;
  triNX = 0;
  triNY = 0;
  triNZ = 0;
  triRough = 0;
  #gradX = 0;
  #gradY = 0;
  #gradZ = 0;
  readonly #textures: Textures;
  readonly #block: Block;

  constructor(textures: Textures, block: Block) {
    this.#textures = textures;
    this.#block = block;
  }

  #luminance(): number {
    return 0.2126 * this.#textures.texR + 0.7152 * this.#textures.texG + 0.0722 * this.#textures.texB;
  }

  /** One projection: right and up are unit axes of the texture frame. */
  #project(
    m: number,
    px: number,
    py: number,
    pz: number,
    weight: number,
    rx: number,
    rz: number,
    upY: number,
    upZ: number,
  ): void {
    const texture = this.#block.i32[(m + L.M_TRIPLANAR_TEXTURE) >> 2]!;
    const tile = this.#block.f32[(m + L.M_TRIPLANAR_TILE) >> 2]!,
      bump = this.#block.f32[(m + L.M_TRIPLANAR_BUMP) >> 2]!;
    const normals = this.#block.i32[(m + L.M_TRIPLANAR_NORMAL) >> 2]!,
      rough = this.#block.i32[(m + L.M_TRIPLANAR_ROUGHNESS) >> 2]!;
    const c = this.#block.f32[(m + L.M_TRIPLANAR_COSINE) >> 2]!,
      s = this.#block.f32[(m + L.M_TRIPLANAR_SINE) >> 2]!;
    const ux = c * rx,
      uy = -s * upY,
      uz = c * rz - s * upZ;
    const vx = s * rx,
      vy = c * upY,
      vz = s * rz + c * upZ;
    const u = (px * ux + py * uy + pz * uz) / tile,
      v = (px * vx + py * vy + pz * vz) / tile;
    const { rayWidth } = this.#textures;
    this.#textures.setReach((rayWidth * rayWidth) / (tile * tile));
    if (rough >= 0) {
      this.#textures.readTexture(rough, u, 1 - v);
      this.triRough += this.#textures.texG * weight;
    }
    this.#textures.readTexture(texture, u, 1 - v);
    this.triR += this.#textures.texR * weight;
    this.triG += this.#textures.texG * weight;
    this.triB += this.#textures.texB * weight;
    let du: number, dv: number;
    if (normals >= 0) {
      this.#textures.readTexture(normals, u, 1 - v);
      const { texR, texG, texB } = this.#textures;
      const slope =
        (-this.#block.f32[(m + L.M_NORMAL_SCALE) >> 2]! / Math.max(MIN_UP, texB * 2 - 1)) * weight;
      du = (texR * 2 - 1) * slope;
      dv = (texG * 2 - 1) * slope;
    } else {
      if (bump <= 0) return;
      const here = this.#luminance(),
        scale = (bump / (STEP * tile)) * weight;
      this.#textures.readTexture(texture, u + STEP, 1 - v);
      du = (this.#luminance() - here) * scale;
      this.#textures.readTexture(texture, u, 1 - (v + STEP));
      dv = (this.#luminance() - here) * scale;
    }
    this.#gradX += du * ux + dv * vx;
    this.#gradY += du * uy + dv * vy;
    this.#gradZ += du * uz + dv * vz;
  }

  /** Projects a material's library texture at a point of the stage with a unit normal. */
  projectTriplanar(m: number, px: number, py: number, pz: number, nx: number, ny: number, nz: number): void {
    if (!this.#block.hasTextureFrame) {
      this.#projectInFrame(m, px, py, pz, nx, ny, nz);
      return;
    }
    const from = (k: number) => this.#block.double(L.D_TEXTURE_FROM_STAGE + k);
    const to = (k: number) => this.#block.double(L.D_TEXTURE_TO_STAGE + k);
    const x = to(0) * nx + to(1) * ny + to(2) * nz,
      y = to(3) * nx + to(4) * ny + to(5) * nz,
      z = to(6) * nx + to(7) * ny + to(8) * nz;
    const il = 1 / Math.sqrt(x * x + y * y + z * z);
    this.#projectInFrame(
      m,
      from(0) * px + from(3) * py + from(6) * pz + from(9),
      from(1) * px + from(4) * py + from(7) * pz + from(10),
      from(2) * px + from(5) * py + from(8) * pz + from(11),
      x * il,
      y * il,
      z * il,
    );
    const bx = from(0) * this.triNX + from(1) * this.triNY + from(2) * this.triNZ,
      by = from(3) * this.triNX + from(4) * this.triNY + from(5) * this.triNZ,
      bz = from(6) * this.triNX + from(7) * this.triNY + from(8) * this.triNZ;
    const bil = 1 / Math.sqrt(bx * bx + by * by + bz * bz);
    this.triNX = bx * bil;
    this.triNY = by * bil;
    this.triNZ = bz * bil;
  }

  #projectInFrame(m: number, px: number, py: number, pz: number, nx: number, ny: number, nz: number): void {
    let wx = nx * nx,
      wy = ny * ny,
      wz = nz * nz;
    wx *= wx;
    wy *= wy;
    wz *= wz;
    const share = 1 / (wx + wy + wz);
    this.triR = 0;
    this.triG = 0;
    this.triB = 0;
    this.triRough = 0;
    this.#gradX = 0;
    this.#gradY = 0;
    this.#gradZ = 0;
    if (wx * share >= 1e-4) this.#project(m, px, py, pz, wx * share, 0, nx >= 0 ? -1 : 1, 1, 0);
    if (wy * share >= 1e-4) this.#project(m, px, py, pz, wy * share, 1, 0, 0, ny >= 0 ? -1 : 1);
    if (wz * share >= 1e-4) this.#project(m, px, py, pz, wz * share, nz >= 0 ? 1 : -1, 0, 1, 0);
    const along = this.#gradX * nx + this.#gradY * ny + this.#gradZ * nz;
    const x = nx - (this.#gradX - along * nx),
      y = ny - (this.#gradY - along * ny),
      z = nz - (this.#gradZ - along * nz);
    const il = 1 / Math.sqrt(x * x + y * y + z * z);
    this.triNX = x * il;
    this.triNY = y * il;
    this.triNZ = z * il;
  }
}
