import * as L from '../layout.ts';
import { materials, tangents, triangleMaterials, triangles, uv1s, uv2s, uv3s, vertices } from './scene.ts';
import { rayWidth, readTexture, setReach, texB, texG, texR } from './surface/textures.ts';
import { hitTriangle, hitU, hitV } from './traverse.ts';

/** The hit: material record, flags, point, geometric normal towards the ray, and whether that is the back. */
export let material: usize = 0;
export let flags: i32 = 0;
export let pX: f64 = 0;
export let pY: f64 = 0;
export let pZ: f64 = 0;
export let gX: f64 = 0;
export let gY: f64 = 0;
export let gZ: f64 = 0;
export let isBack: bool = false;
/** Shading normal and the clearcoat's, both towards the ray. */
export let nX: f64 = 0;
export let nY: f64 = 0;
export let nZ: f64 = 0;
export let cX: f64 = 0;
export let cY: f64 = 0;
export let cZ: f64 = 0;
/** Twice the area of the triangle. */
let doubleArea: f64 = 0;
let i0: usize = 0;
let i1: usize = 0;
let i2: usize = 0;
let w0: f64 = 0;
let w1: f64 = 0;
let w2: f64 = 0;
/** Interpolated normal by winding, before any map. */
export let iX: f64 = 0;
export let iY: f64 = 0;
export let iZ: f64 = 0;

export function f(at: usize, bytes: usize): f64 {
  return <f64>load<f32>(at + bytes);
}

export function blend(base: usize, stride: usize, bytes: usize): f64 {
  return (
    f(base + i0 * stride, bytes) * w0 + f(base + i1 * stride, bytes) * w1 + f(base + i2 * stride, bytes) * w2
  );
}

/** Point, geometric normal and material of the traversal's hit. */
export function locate(dx: f64, dy: f64, dz: f64): void {
  const t = triangles + <usize>hitTriangle * 12;
  i0 = <usize>load<u32>(t);
  i1 = <usize>load<u32>(t, 4);
  i2 = <usize>load<u32>(t, 8);
  w1 = hitU;
  w2 = hitV;
  w0 = 1.0 - w1 - w2;
  const a = vertices + (i0 << 5),
    b = vertices + (i1 << 5),
    c = vertices + (i2 << 5);
  const ax = f(a, 0),
    ay = f(a, 4),
    az = f(a, 8);
  const e1x = f(b, 0) - ax,
    e1y = f(b, 4) - ay,
    e1z = f(b, 8) - az;
  const e2x = f(c, 0) - ax,
    e2y = f(c, 4) - ay,
    e2z = f(c, 8) - az;
  pX = ax + e1x * w1 + e2x * w2;
  pY = ay + e1y * w1 + e2y * w2;
  pZ = az + e1z * w1 + e2z * w2;
  const x = e1y * e2z - e1z * e2y,
    y = e1z * e2x - e1x * e2z,
    z = e1x * e2y - e1y * e2x;
  isBack = x * dx + y * dy + z * dz > 0.0;
  doubleArea = Math.sqrt(x * x + y * y + z * z);
  const il = (isBack ? -1.0 : 1.0) / doubleArea;
  gX = x * il;
  gY = y * il;
  gZ = z * il;
  material = materials + <usize>load<u16>(triangleMaterials + ((<usize>hitTriangle) << 1)) * L.MATERIAL_BYTES;
  flags = load<i32>(material, L.M_FLAGS);
}

/** Twice the area of the triangle in texture coordinates. */
function doubleUvArea(base: usize, stride: usize, bytes: usize): f64 {
  const u = f(base + i0 * stride, bytes),
    v = f(base + i0 * stride, bytes + 4);
  return Math.abs(
    (f(base + i1 * stride, bytes) - u) * (f(base + i2 * stride, bytes + 4) - v) -
      (f(base + i2 * stride, bytes) - u) * (f(base + i1 * stride, bytes + 4) - v),
  );
}

/** True when the slot has a texture, which is then read into `texR` to `texA`. */
export function readSlot(offset: i32): bool {
  const slot = material + <usize>offset;
  const id = load<i32>(slot);
  if (id < 0) return false;
  let u: f64, v: f64;
  const set = load<i32>(slot, 4);
  const uvs = set == 1 ? uv1s : set == 2 ? uv2s : set == 3 ? uv3s : 0;
  if (uvs != 0) {
    u = blend(uvs, 8, 0);
    v = blend(uvs, 8, 4);
  } else {
    u = blend(vertices, 32, 24);
    v = blend(vertices, 32, 28);
  }
  if (rayWidth > 0.0) {
    const area = uvs != 0 ? doubleUvArea(uvs, 8, 0) : doubleUvArea(vertices, 32, 24);
    const scale = Math.abs(f(slot, 8) * f(slot, 20) - f(slot, 12) * f(slot, 16));
    setReach((rayWidth * rayWidth * area * scale) / doubleArea);
  } else setReach(0.0);
  readTexture(
    id,
    f(slot, 8) * u + f(slot, 12) * v + f(slot, 24),
    f(slot, 16) * u + f(slot, 20) * v + f(slot, 28),
  );
  return true;
}

/** Normal between the corners' normals; the geometric one where they cancel. */
export function interpolateNormal(): void {
  iX = blend(vertices, 32, 12);
  iY = blend(vertices, 32, 16);
  iZ = blend(vertices, 32, 20);
  const length = Math.sqrt(iX * iX + iY * iY + iZ * iZ);
  if (length > 1e-12) {
    iX /= length;
    iY /= length;
    iZ /= length;
  } else {
    const side = isBack ? -1.0 : 1.0;
    iX = gX * side;
    iY = gY * side;
    iZ = gZ * side;
  }
}

/** Takes a normal as the shading normal. */
export function setNormal(x: f64, y: f64, z: f64): void {
  nX = x;
  nY = y;
  nZ = z;
}

/** Tangent and bitangent across the interpolated normal, where texture coordinates grow. */
let tX: f64 = 0;
let tY: f64 = 0;
let tZ: f64 = 0;
let bX: f64 = 0;
let bY: f64 = 0;
let bZ: f64 = 0;
/** Direction in which the highlight is stretched, not of unit length. */
export let aX: f64 = 0;
export let aY: f64 = 0;
export let aZ: f64 = 0;

function layTangents(): void {
  let tx: f64,
    ty: f64,
    tz: f64,
    side: f64 = 1.0;
  if (tangents != 0) {
    tx = blend(tangents, 16, 0);
    ty = blend(tangents, 16, 4);
    tz = blend(tangents, 16, 8);
    side = f(tangents + (i0 << 4), 12) < 0.0 ? -1.0 : 1.0;
  } else if (Math.abs(iY) < 0.9) {
    tx = iZ;
    ty = 0.0;
    tz = -iX;
  } else {
    tx = 1.0;
    ty = 0.0;
    tz = 0.0;
  }
  const along = tx * iX + ty * iY + tz * iZ;
  tx -= along * iX;
  ty -= along * iY;
  tz -= along * iZ;
  const il = 1.0 / Math.sqrt(tx * tx + ty * ty + tz * tz + 1e-20);
  tX = tx * il;
  tY = ty * il;
  tZ = tz * il;
  bX = (iY * tZ - iZ * tY) * side;
  bY = (iZ * tX - iX * tZ) * side;
  bZ = (iX * tY - iY * tX) * side;
}

/** Bends the interpolated normal by the normal texture in `texR` to `texB`; the result is in `nX` to `nZ`. */
export function bend(scale: f64): void {
  const a = (texR * 2.0 - 1.0) * scale,
    b = (texG * 2.0 - 1.0) * scale,
    c = texB * 2.0 - 1.0;
  layTangents();
  nX = iX * c + tX * a + bX * b;
  nY = iY * c + tY * a + bY * b;
  nZ = iZ * c + tZ * a + bZ * b;
}

/** Lays the highlight's direction, given along tangent and bitangent. */
export function stretch(x: f64, y: f64): void {
  layTangents();
  aX = tX * x + bX * y;
  aY = tY * x + bY * y;
  aZ = tZ * x + bZ * y;
}

/** Turns `nX` to `nZ` to the ray's side, never edge-on, length 1. */
export function face(dx: f64, dy: f64, dz: f64): void {
  const side = isBack ? -1.0 : 1.0;
  const length = Math.sqrt(nX * nX + nY * nY + nZ * nZ);
  const il = length > 1e-12 ? side / length : 0.0;
  nX *= il;
  nY *= il;
  nZ *= il;
  if (nX * gX + nY * gY + nZ * gZ < 0.0) {
    nX = -nX;
    nY = -nY;
    nZ = -nZ;
  }
  const cosine = -(nX * dx + nY * dy + nZ * dz);
  if (cosine >= 0.01) return;
  const push = 0.01 - cosine;
  nX -= dx * push;
  nY -= dy * push;
  nZ -= dz * push;
  const k = 1.0 / Math.sqrt(nX * nX + nY * nY + nZ * nZ);
  nX *= k;
  nY *= k;
  nZ *= k;
}

/** Makes the shading normal the clearcoat's. */
export function keepCoatNormal(): void {
  cX = nX;
  cY = nY;
  cZ = nZ;
}

/** Makes the floor the hit: a plane facing up. */
export function locateFloor(x: f64, y: f64, z: f64): void {
  pX = x;
  pY = y;
  pZ = z;
  gX = 0;
  gY = 1;
  gZ = 0;
  nX = 0;
  nY = 1;
  nZ = 0;
  isBack = false;
  flags = 0;
}
