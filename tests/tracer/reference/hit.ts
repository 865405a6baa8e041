import * as L from '../../../src/tracer/kernel/layout.ts';
import type { Block } from './block.ts';
import type { Textures } from './textures.ts';
import type { Traversal } from './traverse.ts';

export class Hit {
  /** The hit: material record, flags, point, geometric normal towards the ray, and whether that is the back. */
  material = 0;
  flags = 0;
  pX = 0;
  pY = 0;
  pZ = 0;
  gX = 0;
  gY = 0;
  gZ = 0;
  isBack = false;
  /** Shading normal and the clearcoat's, both towards the ray. */
  nX = 0;
  nY = 0;
  nZ = 0;
  cX = 0;
  cY = 0;
  cZ = 0;
  /** Twice the area of the triangle. */
  #doubleArea = 0;
  #i0 = 0;
  #i1 = 0;
  #i2 = 0;
  #w0 = 0;
  #w1 = 0;
  #w2 = 0;
  /** Interpolated normal by winding, before any map. */
  iX = 0;
  iY = 0;
  iZ = 0;
  /** Tangent and bitangent across the interpolated normal, where texture coordinates grow. */
  #tX = 0;
  #tY = 0;
  #tZ = 0;
  #bX = 0;
  #bY = 0;
  #bZ = 0;
  /** Direction in which the highlight is stretched, not of unit length. */
  aX = 0;
  aY = 0;
  aZ = 0;
  readonly #block: Block;
  readonly #textures: Textures;
  readonly #traversal: Traversal;

  constructor(block: Block, textures: Textures, traversal: Traversal) {
    this.#block = block;
    this.#textures = textures;
    this.#traversal = traversal;
  }

  f(at: number, bytes: number): number {
    return this.#block.f32[(at + bytes) >> 2]!;
  }

  blend(base: number, stride: number, bytes: number): number {
    return (
      this.f(base + this.#i0 * stride, bytes) * this.#w0 +
      this.f(base + this.#i1 * stride, bytes) * this.#w1 +
      this.f(base + this.#i2 * stride, bytes) * this.#w2
    );
  }

  /** Point, geometric normal and material of the traversal's hit. */
  locate(dx: number, dy: number, dz: number): void {
    const t = this.#block.triangles + this.#traversal.hitTriangle * 12;
    this.#i0 = this.#block.u32[t >> 2]!;
    this.#i1 = this.#block.u32[(t + 4) >> 2]!;
    this.#i2 = this.#block.u32[(t + 8) >> 2]!;
    this.#w1 = this.#traversal.hitU;
    this.#w2 = this.#traversal.hitV;
    this.#w0 = 1 - this.#w1 - this.#w2;
    const a = this.#block.vertices + (this.#i0 << 5),
      b = this.#block.vertices + (this.#i1 << 5),
      c = this.#block.vertices + (this.#i2 << 5);
    const ax = this.f(a, 0),
      ay = this.f(a, 4),
      az = this.f(a, 8);
    const e1x = this.f(b, 0) - ax,
      e1y = this.f(b, 4) - ay,
      e1z = this.f(b, 8) - az;
    const e2x = this.f(c, 0) - ax,
      e2y = this.f(c, 4) - ay,
      e2z = this.f(c, 8) - az;
    this.pX = ax + e1x * this.#w1 + e2x * this.#w2;
    this.pY = ay + e1y * this.#w1 + e2y * this.#w2;
    this.pZ = az + e1z * this.#w1 + e2z * this.#w2;
    const x = e1y * e2z - e1z * e2y,
      y = e1z * e2x - e1x * e2z,
      z = e1x * e2y - e1y * e2x;
    this.isBack = x * dx + y * dy + z * dz > 0;
    this.#doubleArea = Math.sqrt(x * x + y * y + z * z);
    const il = (this.isBack ? -1 : 1) / this.#doubleArea;
    this.gX = x * il;
    this.gY = y * il;
    this.gZ = z * il;
    this.material =
      this.#block.materials +
      this.#block.u16[(this.#block.triangleMaterials + (this.#traversal.hitTriangle << 1)) >> 1]! *
        L.MATERIAL_BYTES;
    this.flags = this.#block.i32[(this.material + L.M_FLAGS) >> 2]!;
  }

  setRayWidth(width: number): void {
    this.#textures.rayWidth = width;
  }

  /** Twice the area of the triangle in texture coordinates. */
  #doubleUvArea(base: number, stride: number, bytes: number): number {
    const at = (corner: number, more: number) => this.f(base + corner * stride, bytes + more);
    const u = at(this.#i0, 0),
      v = at(this.#i0, 4);
    return Math.abs(
      (at(this.#i1, 0) - u) * (at(this.#i2, 4) - v) - (at(this.#i2, 0) - u) * (at(this.#i1, 4) - v),
    );
  }

  /** True when the slot has a texture, which is then read into `texR` to `texA`. */
  readSlot(offset: number): boolean {
    const slot = this.material + offset;
    const id = this.#block.i32[slot >> 2]!;
    if (id < 0) return false;
    let u: number, v: number;
    const { uv1s, uv2s, uv3s } = this.#block;
    const uvs = [0, uv1s, uv2s, uv3s][this.#block.i32[(slot + 4) >> 2]!]!;
    if (uvs !== 0) {
      u = this.blend(uvs, 8, 0);
      v = this.blend(uvs, 8, 4);
    } else {
      u = this.blend(this.#block.vertices, 32, 24);
      v = this.blend(this.#block.vertices, 32, 28);
    }
    const { rayWidth } = this.#textures;
    if (rayWidth > 0) {
      const area =
        uvs !== 0 ? this.#doubleUvArea(uvs, 8, 0) : this.#doubleUvArea(this.#block.vertices, 32, 24);
      const scale = Math.abs(this.f(slot, 8) * this.f(slot, 20) - this.f(slot, 12) * this.f(slot, 16));
      this.#textures.setReach((rayWidth * rayWidth * area * scale) / this.#doubleArea);
    } else this.#textures.setReach(0);
    this.#textures.readTexture(
      id,
      this.f(slot, 8) * u + this.f(slot, 12) * v + this.f(slot, 24),
      this.f(slot, 16) * u + this.f(slot, 20) * v + this.f(slot, 28),
    );
    return true;
  }

  /** Normal between the corners' normals; the geometric one where they cancel. */
  interpolateNormal(): void {
    this.iX = this.blend(this.#block.vertices, 32, 12);
    this.iY = this.blend(this.#block.vertices, 32, 16);
    this.iZ = this.blend(this.#block.vertices, 32, 20);
    const length = Math.sqrt(this.iX * this.iX + this.iY * this.iY + this.iZ * this.iZ);
    if (length > 1e-12) {
      this.iX /= length;
      this.iY /= length;
      this.iZ /= length;
    } else {
      const side = this.isBack ? -1 : 1;
      this.iX = this.gX * side;
      this.iY = this.gY * side;
      this.iZ = this.gZ * side;
    }
  }

  /** Takes a normal as the shading normal. */
  setNormal(x: number, y: number, z: number): void {
    this.nX = x;
    this.nY = y;
    this.nZ = z;
  }

  #layTangents(): void {
    let tx: number,
      ty: number,
      tz: number,
      side: number = 1;
    if (this.#block.tangents !== 0) {
      tx = this.blend(this.#block.tangents, 16, 0);
      ty = this.blend(this.#block.tangents, 16, 4);
      tz = this.blend(this.#block.tangents, 16, 8);
      side = this.f(this.#block.tangents + (this.#i0 << 4), 12) < 0 ? -1 : 1;
    } else if (Math.abs(this.iY) < 0.9) {
      tx = this.iZ;
      ty = 0;
      tz = -this.iX;
    } else {
      tx = 1;
      ty = 0;
      tz = 0;
    }
    const along = tx * this.iX + ty * this.iY + tz * this.iZ;
    tx -= along * this.iX;
    ty -= along * this.iY;
    tz -= along * this.iZ;
    const il = 1 / Math.sqrt(tx * tx + ty * ty + tz * tz + 1e-20);
    this.#tX = tx * il;
    this.#tY = ty * il;
    this.#tZ = tz * il;
    this.#bX = (this.iY * this.#tZ - this.iZ * this.#tY) * side;
    this.#bY = (this.iZ * this.#tX - this.iX * this.#tZ) * side;
    this.#bZ = (this.iX * this.#tY - this.iY * this.#tX) * side;
  }

  /** Bends the interpolated normal by the normal texture in `texR` to `texB`; the result is in `nX` to `nZ`. */
  bend(scale: number): void {
    const a = (this.#textures.texR * 2 - 1) * scale,
      b = (this.#textures.texG * 2 - 1) * scale,
      c = this.#textures.texB * 2 - 1;
    this.#layTangents();
    this.nX = this.iX * c + this.#tX * a + this.#bX * b;
    this.nY = this.iY * c + this.#tY * a + this.#bY * b;
    this.nZ = this.iZ * c + this.#tZ * a + this.#bZ * b;
  }

  /** Lays the highlight's direction, given along tangent and bitangent. */
  stretch(x: number, y: number): void {
    this.#layTangents();
    this.aX = this.#tX * x + this.#bX * y;
    this.aY = this.#tY * x + this.#bY * y;
    this.aZ = this.#tZ * x + this.#bZ * y;
  }

  /** Turns `nX` to `nZ` to the ray's side, never edge-on, length 1. */
  face(dx: number, dy: number, dz: number): void {
    const side = this.isBack ? -1 : 1;
    const length = Math.sqrt(this.nX * this.nX + this.nY * this.nY + this.nZ * this.nZ);
    const il = length > 1e-12 ? side / length : 0;
    this.nX *= il;
    this.nY *= il;
    this.nZ *= il;
    if (this.nX * this.gX + this.nY * this.gY + this.nZ * this.gZ < 0) {
      this.nX = -this.nX;
      this.nY = -this.nY;
      this.nZ = -this.nZ;
    }
    const cosine = -(this.nX * dx + this.nY * dy + this.nZ * dz);
    if (cosine >= 0.01) return;
    const push = 0.01 - cosine;
    this.nX -= dx * push;
    this.nY -= dy * push;
    this.nZ -= dz * push;
    const k = 1 / Math.sqrt(this.nX * this.nX + this.nY * this.nY + this.nZ * this.nZ);
    this.nX *= k;
    this.nY *= k;
    this.nZ *= k;
  }

  /** Makes the shading normal the clearcoat's. */
  keepCoatNormal(): void {
    this.cX = this.nX;
    this.cY = this.nY;
    this.cZ = this.nZ;
  }

  /** Makes the floor the hit: a plane facing up. */
  locateFloor(x: number, y: number, z: number): void {
    this.pX = x;
    this.pY = y;
    this.pZ = z;
    this.gX = 0;
    this.gY = 1;
    this.gZ = 0;
    this.nX = 0;
    this.nY = 1;
    this.nZ = 0;
    this.isBack = false;
    this.flags = 0;
  }
}
