import { turnsOf } from '../../../portable-maths.ts';
import * as L from '../../layout.ts';
import * as H from '../hit.ts';
import { double, hasTextureFrame, labels } from '../scene.ts';
import { rayWidth, readTexture, setReach, texA } from './textures.ts';

/** The point of the last {@link enterLabels} and its normal, in the frame of the labels; the normal is not of unit length. */
let pX: f64 = 0;
let pY: f64 = 0;
let pZ: f64 = 0;
let nX: f64 = 0;
let nY: f64 = 0;
let nZ: f64 = 0;
let nLength: f64 = 0;
/** Of the label of the last {@link readLabel}: how much of the surface it covers, how it is made; its colour is `texR` to `texB`. */
export let cover: f64 = 0;
export let finish: i32 = 0;
export let hasUnderprint: bool = false;

const MIN_FACING: f64 = 0.2;
const TAU: f64 = 6.283185307179586;

function from(k: i32): f64 {
  return double(L.D_TEXTURE_FROM_STAGE + k);
}

function to(k: i32): f64 {
  return double(L.D_TEXTURE_TO_STAGE + k);
}

/** Brings the located surface, whose normal is interpolated, into the frame of the labels. What is seen through has them on both its sides. */
export function enterLabels(): void {
  const side = H.isBack && !(H.flags & (L.F_BLEND | L.F_TRANSMISSIVE)) ? -1.0 : 1.0;
  const x = H.iX * side,
    y = H.iY * side,
    z = H.iZ * side;
  if (hasTextureFrame) {
    pX = from(0) * H.pX + from(3) * H.pY + from(6) * H.pZ + from(9);
    pY = from(1) * H.pX + from(4) * H.pY + from(7) * H.pZ + from(10);
    pZ = from(2) * H.pX + from(5) * H.pY + from(8) * H.pZ + from(11);
    nX = to(0) * x + to(1) * y + to(2) * z;
    nY = to(3) * x + to(4) * y + to(5) * z;
    nZ = to(6) * x + to(7) * y + to(8) * z;
    nLength = Math.sqrt(nX * nX + nY * nY + nZ * nZ);
  } else {
    pX = H.pX;
    pY = H.pY;
    pZ = H.pZ;
    nX = x;
    nY = y;
    nZ = z;
    nLength = 1;
  }
}

/** `contract/scene/label.ts` in AssemblyScript: reads a label at the point of {@link enterLabels}. False where it is not. */
export function readLabel(index: i32): bool {
  const k = labels + <usize>index * L.LABEL_BYTES;
  const x = pX - load<f64>(k, L.K_ORIGIN << 3),
    y = pY - load<f64>(k, (L.K_ORIGIN + 1) << 3),
    z = pZ - load<f64>(k, (L.K_ORIGIN + 2) << 3);
  const rX = load<f64>(k, L.K_RIGHT << 3),
    rY = load<f64>(k, (L.K_RIGHT + 1) << 3),
    rZ = load<f64>(k, (L.K_RIGHT + 2) << 3);
  const oX = load<f64>(k, L.K_NORMAL << 3),
    oY = load<f64>(k, (L.K_NORMAL + 1) << 3),
    oZ = load<f64>(k, (L.K_NORMAL + 2) << 3);
  let s = x * rX + y * rY + z * rZ,
    out = x * oX + y * oY + z * oZ;
  const t =
    x * load<f64>(k, L.K_UP << 3) + y * load<f64>(k, (L.K_UP + 1) << 3) + z * load<f64>(k, (L.K_UP + 2) << 3);
  let facing = nX * oX + nY * oY + nZ * oZ;
  const radius = load<f64>(k, L.K_RADIUS << 3);
  if (radius > 0.0) {
    const distance = Math.sqrt(s * s + out * out);
    if (distance <= 1e-9) return false;
    facing = (facing * out + (nX * rX + nY * rY + nZ * rZ) * s) / distance;
    s = radius * TAU * turnsOf(s, out);
    out = distance - radius;
  }
  if (facing < MIN_FACING * nLength || Math.abs(out) > load<f64>(k, L.K_DEPTH << 3)) return false;
  const us = load<f64>(k, L.K_TO_PICTURE << 3),
    ut = load<f64>(k, (L.K_TO_PICTURE + 1) << 3),
    vs = load<f64>(k, (L.K_TO_PICTURE + 2) << 3),
    vt = load<f64>(k, (L.K_TO_PICTURE + 3) << 3);
  const u = 0.5 + us * s + ut * t,
    v = 0.5 + vs * s + vt * t;
  if (u < 0.0 || u > 1.0 || v < 0.0 || v > 1.0) return false;
  setReach(rayWidth * rayWidth * Math.abs(us * vt - ut * vs));
  readTexture(<i32>load<f64>(k, L.K_TEXTURE << 3), u, v);
  cover = texA * load<f64>(k, L.K_OPACITY << 3);
  finish = <i32>load<f64>(k, L.K_FINISH << 3);
  hasUnderprint = load<f64>(k, L.K_HAS_UNDERPRINT << 3) != 0.0;
  return true;
}
