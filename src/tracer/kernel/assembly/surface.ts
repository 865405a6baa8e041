import * as L from '../layout.ts';
import { colours, materials, tangents, triangleMaterials, triangles, uv1s, vertices } from './scene.ts';
import { readTexture, texA, texB, texG, texR } from './textures.ts';
import { hitTriangle, hitU, hitV } from './traverse.ts';
import { projectTriplanar, triB, triG, triNX, triNY, triNZ, triR } from './triplanar.ts';

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
/** Material values at the hit. */
export let baseR: f64 = 0;
export let baseG: f64 = 0;
export let baseB: f64 = 0;
export let emitR: f64 = 0;
export let emitG: f64 = 0;
export let emitB: f64 = 0;
export let metalness: f64 = 0;
export let roughness: f64 = 0;
export let occlusion: f64 = 1;
export let specular: f64 = 0;
export let f0R: f64 = 0;
export let f0G: f64 = 0;
export let f0B: f64 = 0;
export let coat: f64 = 0;
export let coatRoughness: f64 = 0;
export let sheenR: f64 = 0;
export let sheenG: f64 = 0;
export let sheenB: f64 = 0;
export let sheenRoughness: f64 = 0;
export let transmission: f64 = 0;

let i0: usize = 0;
let i1: usize = 0;
let i2: usize = 0;
let w0: f64 = 0;
let w1: f64 = 0;
let w2: f64 = 0;
/** Interpolated normal by winding, before any map. */
let iX: f64 = 0;
let iY: f64 = 0;
let iZ: f64 = 0;

// @ts-ignore: decorator
@inline
function f(at: usize, bytes: usize): f64 {
  return <f64>load<f32>(at + bytes);
}

// @ts-ignore: decorator
@inline
function blend(base: usize, stride: usize, bytes: usize): f64 {
  return f(base + i0 * stride, bytes) * w0 + f(base + i1 * stride, bytes) * w1 + f(base + i2 * stride, bytes) * w2;
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
  const a = vertices + (i0 << 5), b = vertices + (i1 << 5), c = vertices + (i2 << 5);
  const ax = f(a, 0), ay = f(a, 4), az = f(a, 8);
  const e1x = f(b, 0) - ax, e1y = f(b, 4) - ay, e1z = f(b, 8) - az;
  const e2x = f(c, 0) - ax, e2y = f(c, 4) - ay, e2z = f(c, 8) - az;
  pX = ax + e1x * w1 + e2x * w2;
  pY = ay + e1y * w1 + e2y * w2;
  pZ = az + e1z * w1 + e2z * w2;
  const x = e1y * e2z - e1z * e2y, y = e1z * e2x - e1x * e2z, z = e1x * e2y - e1y * e2x;
  isBack = x * dx + y * dy + z * dz > 0.0;
  const il = (isBack ? -1.0 : 1.0) / Math.sqrt(x * x + y * y + z * z);
  gX = x * il;
  gY = y * il;
  gZ = z * il;
  material = materials + <usize>load<u16>(triangleMaterials + (<usize>hitTriangle << 1)) * L.MATERIAL_BYTES;
  flags = load<i32>(material, L.M_FLAGS);
}

/** True when the slot has a texture, which is then read into `texR` to `texA`. */
function readSlot(offset: i32): bool {
  const slot = material + <usize>offset;
  const id = load<i32>(slot);
  if (id < 0) return false;
  let u: f64, v: f64;
  if (load<i32>(slot, 4) == 1 && uv1s != 0) {
    u = blend(uv1s, 8, 0);
    v = blend(uv1s, 8, 4);
  } else {
    u = blend(vertices, 32, 24);
    v = blend(vertices, 32, 28);
  }
  readTexture(id, f(slot, 8) * u + f(slot, 12) * v + f(slot, 24), f(slot, 16) * u + f(slot, 20) * v + f(slot, 28));
  return true;
}

/** Share of the located surface that is there, 0 to 1: the cut-out or the blended alpha. */
export function coverage(): f64 {
  let alpha = f(material, L.M_ALPHA);
  if (readSlot(L.S_BASE)) alpha *= texA;
  if (colours != 0) alpha *= blend(colours, 16, 12);
  if (flags & L.F_MASK) return alpha >= f(material, L.M_CUTOFF) ? 1.0 : 0.0;
  return Math.min(1.0, Math.max(0.0, alpha));
}

/** Base colour of the located surface. */
function readBase(): void {
  baseR = f(material, L.M_BASE);
  baseG = f(material, L.M_BASE + 4);
  baseB = f(material, L.M_BASE + 8);
  if (readSlot(L.S_BASE)) {
    baseR *= texR;
    baseG *= texG;
    baseB *= texB;
  }
  if (colours != 0 && load<i32>(material, L.M_TRIPLANAR_TEXTURE) < 0) {
    baseR *= blend(colours, 16, 0);
    baseG *= blend(colours, 16, 4);
    baseB *= blend(colours, 16, 8);
  }
}

function interpolateNormal(): void {
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

/** What glass needs for straight light: base colour, transmission by its map, cosine to the interpolated normal. */
export function readGlass(dx: f64, dy: f64, dz: f64): f64 {
  readBase();
  transmission = f(material, L.M_TRANSMISSION);
  if (readSlot(L.S_TRANSMISSION)) transmission *= texR;
  metalness = f(material, L.M_METALNESS);
  roughness = Math.max(0.03, Math.min(1.0, f(material, L.M_ROUGHNESS)));
  readReflectance();
  interpolateNormal();
  return Math.abs(iX * dx + iY * dy + iZ * dz);
}

/** Dielectric reflectance at normal incidence (KHR_materials_ior, _specular). */
function readReflectance(): void {
  specular = f(material, L.M_SPECULAR);
  if (readSlot(L.S_SPECULAR)) specular *= texA;
  const f0 = f(material, L.M_F0);
  let r = f(material, L.M_SPECULAR_COLOUR), g = f(material, L.M_SPECULAR_COLOUR + 4), b = f(material, L.M_SPECULAR_COLOUR + 8);
  if (readSlot(L.S_SPECULAR_COLOUR)) {
    r *= texR;
    g *= texG;
    b *= texB;
  }
  f0R = Math.min(1.0, f0 * r) * specular;
  f0G = Math.min(1.0, f0 * g) * specular;
  f0B = Math.min(1.0, f0 * b) * specular;
}

/** Bends the interpolated normal by the normal texture in `texR` to `texB`; the result is in `nX` to `nZ`. */
function bend(scale: f64): void {
  const a = (texR * 2.0 - 1.0) * scale, b = (texG * 2.0 - 1.0) * scale, c = texB * 2.0 - 1.0;
  let tx: f64, ty: f64, tz: f64, side: f64 = 1.0;
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
  tx *= il;
  ty *= il;
  tz *= il;
  const bx = (iY * tz - iZ * ty) * side, by = (iZ * tx - iX * tz) * side, bz = (iX * ty - iY * tx) * side;
  nX = iX * c + tx * a + bx * b;
  nY = iY * c + ty * a + by * b;
  nZ = iZ * c + tz * a + bz * b;
}

/** Turns `nX` to `nZ` to the ray's side, never edge-on, length 1. */
function face(dx: f64, dy: f64, dz: f64): void {
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

/** Everything about the located surface that the BSDF needs. */
export function shade(dx: f64, dy: f64, dz: f64): void {
  interpolateNormal();
  readBase();
  emitR = f(material, L.M_EMISSIVE);
  emitG = f(material, L.M_EMISSIVE + 4);
  emitB = f(material, L.M_EMISSIVE + 8);
  if (emitR + emitG + emitB > 0.0 && readSlot(L.S_EMISSIVE)) {
    emitR *= texR;
    emitG *= texG;
    emitB *= texB;
  }
  metalness = f(material, L.M_METALNESS);
  roughness = f(material, L.M_ROUGHNESS);
  if (readSlot(L.S_METAL_ROUGH)) {
    roughness *= texG;
    metalness *= texB;
  }
  roughness = Math.max(0.03, Math.min(1.0, roughness));
  occlusion = readSlot(L.S_OCCLUSION) ? 1.0 + 0.5 * f(material, L.M_OCCLUSION) * (texR - 1.0) : 1.0;
  readReflectance();
  transmission = f(material, L.M_TRANSMISSION);
  if (transmission > 0.0 && readSlot(L.S_TRANSMISSION)) transmission *= texR;
  sheenR = f(material, L.M_SHEEN_COLOUR);
  sheenG = f(material, L.M_SHEEN_COLOUR + 4);
  sheenB = f(material, L.M_SHEEN_COLOUR + 8);
  if (sheenR + sheenG + sheenB > 0.0) {
    if (readSlot(L.S_SHEEN_COLOUR)) {
      sheenR *= texR;
      sheenG *= texG;
      sheenB *= texB;
    }
    sheenRoughness = f(material, L.M_SHEEN_ROUGHNESS);
    if (readSlot(L.S_SHEEN_ROUGHNESS)) sheenRoughness *= texA;
    sheenRoughness = Math.max(0.07, Math.min(1.0, sheenRoughness));
  }
  coat = f(material, L.M_CLEARCOAT);
  if (coat > 0.0) {
    if (readSlot(L.S_CLEARCOAT)) coat *= texR;
    coatRoughness = f(material, L.M_CLEARCOAT_ROUGHNESS);
    if (readSlot(L.S_CLEARCOAT_ROUGHNESS)) coatRoughness *= texG;
    coatRoughness = Math.max(0.03, Math.min(1.0, coatRoughness));
    if (readSlot(L.S_CLEARCOAT_NORMAL)) bend(1.0);
    else {
      nX = iX;
      nY = iY;
      nZ = iZ;
    }
    face(dx, dy, dz);
    cX = nX;
    cY = nY;
    cZ = nZ;
  }
  if (load<i32>(material, L.M_TRIPLANAR_TEXTURE) >= 0) {
    projectTriplanar(material, pX, pY, pZ, iX, iY, iZ);
    baseR *= triR;
    baseG *= triG;
    baseB *= triB;
    nX = triNX;
    nY = triNY;
    nZ = triNZ;
  } else if (readSlot(L.S_NORMAL)) bend(f(material, L.M_NORMAL_SCALE));
  else {
    nX = iX;
    nY = iY;
    nZ = iZ;
  }
  face(dx, dy, dz);
}

/** Makes the floor the surface: a diffuse plane facing up. */
export function shadeFloor(x: f64, y: f64, z: f64, r: f64, g: f64, b: f64): void {
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
  baseR = r;
  baseG = g;
  baseB = b;
  emitR = 0;
  emitG = 0;
  emitB = 0;
  metalness = 0;
  roughness = 1;
  occlusion = 1;
  specular = 0;
  f0R = 0;
  f0G = 0;
  f0B = 0;
  coat = 0;
  sheenR = 0;
  sheenG = 0;
  sheenB = 0;
  transmission = 0;
}
