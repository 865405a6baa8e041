import * as H from './hit.ts';
import { u1, u2 } from './random.ts';
import {
  estimator,
  lampCount,
  lampDensities,
  lampShares,
  lamps,
  offset,
  triangles,
  vertices,
} from './scene.ts';
import * as S from './surface/surface.ts';
import { hitTriangle, setHit } from './traverse.ts';

/** The point that the last {@link sampleLamp} picked: direction to it, free way before it, density per solid angle. */
export let lampX: f64 = 0;
export let lampY: f64 = 0;
export let lampZ: f64 = 0;
export let lampReach: f64 = 0;
export let lampDensity: f64 = 0;
/** What it shines with, after {@link lookAtLamp}. */
export let shineR: f64 = 0;
export let shineG: f64 = 0;
export let shineB: f64 = 0;
let triangle: i32 = 0;
let pointU: f64 = 0;
let pointV: f64 = 0;

function share(lamp: i32): f64 {
  return <f64>load<f32>(lampShares + ((<usize>lamp) << 2));
}

/** Picks a point of a shining triangle by `u1` and `u2`, seen from another point; false where it is seen edge-on. */
export function sampleLamp(x: f64, y: f64, z: f64): bool {
  let low = 0,
    high = lampCount - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (share(middle) > u1) high = middle;
    else low = middle + 1;
  }
  const before = low == 0 ? 0.0 : share(low - 1);
  const root = Math.sqrt(Math.max(0.0, (u1 - before) / (share(low) - before)));
  pointU = root * (1.0 - u2);
  pointV = root * u2;
  triangle = load<i32>(lamps + ((<usize>low) << 2));
  const t = triangles + <usize>triangle * 12;
  const a = vertices + ((<usize>load<u32>(t)) << 5),
    b = vertices + ((<usize>load<u32>(t, 4)) << 5),
    c = vertices + ((<usize>load<u32>(t, 8)) << 5);
  const ax = H.f(a, 0),
    ay = H.f(a, 4),
    az = H.f(a, 8);
  const e1x = H.f(b, 0) - ax,
    e1y = H.f(b, 4) - ay,
    e1z = H.f(b, 8) - az;
  const e2x = H.f(c, 0) - ax,
    e2y = H.f(c, 4) - ay,
    e2z = H.f(c, 8) - az;
  const dx = ax + e1x * pointU + e2x * pointV - x,
    dy = ay + e1y * pointU + e2y * pointV - y,
    dz = az + e1z * pointU + e2z * pointV - z;
  const square = dx * dx + dy * dy + dz * dz;
  if (square <= 1e-12) return false;
  const distance = Math.sqrt(square);
  lampX = dx / distance;
  lampY = dy / distance;
  lampZ = dz / distance;
  const nx = e1y * e2z - e1z * e2y,
    ny = e1z * e2x - e1x * e2z,
    nz = e1x * e2y - e1y * e2x;
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  const cosine = Math.abs(nx * lampX + ny * lampY + nz * lampZ);
  if (cosine <= length * 1e-6) return false;
  lampDensity = (<f64>load<f32>(lampDensities + ((<usize>triangle) << 2)) * square * length) / cosine;
  lampReach = distance - 2.0 * offset;
  return lampReach > 0.0;
}

/** Reads what the picked point shines with. Overwrites the surface. */
export function lookAtLamp(dx: f64, dy: f64, dz: f64): void {
  setHit(triangle, pointU, pointV);
  H.locate(dx, dy, dz);
  S.readGlow();
  const covered = S.isHoley() ? S.coverage() : 1.0;
  shineR = S.emitR * covered;
  shineG = S.emitG * covered;
  shineB = S.emitB * covered;
}

/**
 * What the light of the located surface counts for when a ray met it that was not aimed at it.
 *
 * @param density With which the ray was picked; 0 when lamps could not have been found otherwise.
 * @param square Of the way from where it was picked.
 */
export function glowWeight(density: f64, square: f64, dx: f64, dy: f64, dz: f64): f64 {
  if (lamps == 0 || density <= 0.0 || estimator == 2) return 1.0;
  const perArea = <f64>load<f32>(lampDensities + ((<usize>hitTriangle) << 2));
  if (perArea <= 0.0) return 1.0;
  if (estimator == 1) return 0.0;
  const cosine = Math.abs(dx * H.gX + dy * H.gY + dz * H.gZ);
  return (density * cosine) / (density * cosine + perArea * square);
}
