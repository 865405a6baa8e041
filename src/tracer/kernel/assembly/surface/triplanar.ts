import * as L from '../../layout.ts';
import { double, hasTextureFrame } from '../scene.ts';
import { rayWidth, readTexture, setReach, texB, texG, texR } from './textures.ts';

/** `contract/scene/triplanar.ts` in AssemblyScript: colour, bent normal and share of the roughness of the last {@link projectTriplanar}. */
export let triR: f64 = 0;
export let triG: f64 = 0;
export let triB: f64 = 0;
export let triNX: f64 = 0;
export let triNY: f64 = 0;
export let triNZ: f64 = 0;
export let triRough: f64 = 0;
let gradX: f64 = 0;
let gradY: f64 = 0;
let gradZ: f64 = 0;

const STEP: f64 = 0.001953125;
const MIN_UP: f64 = 0.1;

function from(k: i32): f64 {
  return double(L.D_TEXTURE_FROM_STAGE + k);
}

function to(k: i32): f64 {
  return double(L.D_TEXTURE_TO_STAGE + k);
}

function luminance(): f64 {
  return 0.2126 * texR + 0.7152 * texG + 0.0722 * texB;
}

/** One projection: right and up are unit axes of the texture frame. */
function project(
  m: usize,
  px: f64,
  py: f64,
  pz: f64,
  weight: f64,
  rx: f64,
  rz: f64,
  upY: f64,
  upZ: f64,
): void {
  const texture = load<i32>(m, L.M_TRIPLANAR_TEXTURE);
  const tile = <f64>load<f32>(m, L.M_TRIPLANAR_TILE),
    bump = <f64>load<f32>(m, L.M_TRIPLANAR_BUMP);
  const normals = load<i32>(m, L.M_TRIPLANAR_NORMAL),
    rough = load<i32>(m, L.M_TRIPLANAR_ROUGHNESS);
  const c = <f64>load<f32>(m, L.M_TRIPLANAR_COSINE),
    s = <f64>load<f32>(m, L.M_TRIPLANAR_SINE);
  const ux = c * rx,
    uy = -s * upY,
    uz = c * rz - s * upZ;
  const vx = s * rx,
    vy = c * upY,
    vz = s * rz + c * upZ;
  const u = (px * ux + py * uy + pz * uz) / tile,
    v = (px * vx + py * vy + pz * vz) / tile;
  setReach((rayWidth * rayWidth) / (tile * tile));
  if (rough >= 0) {
    readTexture(rough, u, 1.0 - v);
    triRough += texG * weight;
  }
  readTexture(texture, u, 1.0 - v);
  triR += texR * weight;
  triG += texG * weight;
  triB += texB * weight;
  let du: f64, dv: f64;
  if (normals >= 0) {
    readTexture(normals, u, 1.0 - v);
    const slope = (-(<f64>load<f32>(m, L.M_NORMAL_SCALE)) / Math.max(MIN_UP, texB * 2.0 - 1.0)) * weight;
    du = (texR * 2.0 - 1.0) * slope;
    dv = (texG * 2.0 - 1.0) * slope;
  } else {
    if (bump <= 0.0) return;
    const here = luminance(),
      scale = (bump / (STEP * tile)) * weight;
    readTexture(texture, u + STEP, 1.0 - v);
    du = (luminance() - here) * scale;
    readTexture(texture, u, 1.0 - (v + STEP));
    dv = (luminance() - here) * scale;
  }
  gradX += du * ux + dv * vx;
  gradY += du * uy + dv * vy;
  gradZ += du * uz + dv * vz;
}

/** Projects a material's library texture at a point of the stage with a unit normal. */
export function projectTriplanar(m: usize, px: f64, py: f64, pz: f64, nx: f64, ny: f64, nz: f64): void {
  if (!hasTextureFrame) {
    projectInFrame(m, px, py, pz, nx, ny, nz);
    return;
  }
  const x = to(0) * nx + to(1) * ny + to(2) * nz,
    y = to(3) * nx + to(4) * ny + to(5) * nz,
    z = to(6) * nx + to(7) * ny + to(8) * nz;
  const il = 1.0 / Math.sqrt(x * x + y * y + z * z);
  projectInFrame(
    m,
    from(0) * px + from(3) * py + from(6) * pz + from(9),
    from(1) * px + from(4) * py + from(7) * pz + from(10),
    from(2) * px + from(5) * py + from(8) * pz + from(11),
    x * il,
    y * il,
    z * il,
  );
  const bx = from(0) * triNX + from(1) * triNY + from(2) * triNZ,
    by = from(3) * triNX + from(4) * triNY + from(5) * triNZ,
    bz = from(6) * triNX + from(7) * triNY + from(8) * triNZ;
  const bil = 1.0 / Math.sqrt(bx * bx + by * by + bz * bz);
  triNX = bx * bil;
  triNY = by * bil;
  triNZ = bz * bil;
}

function projectInFrame(m: usize, px: f64, py: f64, pz: f64, nx: f64, ny: f64, nz: f64): void {
  let wx = nx * nx,
    wy = ny * ny,
    wz = nz * nz;
  wx *= wx;
  wy *= wy;
  wz *= wz;
  const share = 1.0 / (wx + wy + wz);
  triR = 0;
  triG = 0;
  triB = 0;
  triRough = 0;
  gradX = 0;
  gradY = 0;
  gradZ = 0;
  if (wx * share >= 1e-4) project(m, px, py, pz, wx * share, 0.0, nx >= 0.0 ? -1.0 : 1.0, 1.0, 0.0);
  if (wy * share >= 1e-4) project(m, px, py, pz, wy * share, 1.0, 0.0, 0.0, ny >= 0.0 ? -1.0 : 1.0);
  if (wz * share >= 1e-4) project(m, px, py, pz, wz * share, nz >= 0.0 ? 1.0 : -1.0, 0.0, 1.0, 0.0);
  const along = gradX * nx + gradY * ny + gradZ * nz;
  const x = nx - (gradX - along * nx),
    y = ny - (gradY - along * ny),
    z = nz - (gradZ - along * nz);
  const il = 1.0 / Math.sqrt(x * x + y * y + z * z);
  triNX = x * il;
  triNY = y * il;
  triNZ = z * il;
}
