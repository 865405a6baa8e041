import * as L from '../layout.ts';
import { offset, punctualLightCount, punctualLights } from './scene.ts';
import { FAR } from './traverse.ts';

/** The light that {@link pickPunctualLight} picked: direction to it, free way, irradiance that it stands for when it faces the surface. */
export let pointX: f64 = 0;
export let pointY: f64 = 0;
export let pointZ: f64 = 0;
export let pointReach: f64 = 0;
export let pointR: f64 = 0;
export let pointG: f64 = 0;
export let pointB: f64 = 0;
/** Unblocked irradiance of all of them on a level surface, after {@link sumPunctualLights}. */
export let levelR: f64 = 0;
export let levelG: f64 = 0;
export let levelB: f64 = 0;

/** What is left of a light's weight where it grazes the surface: a smooth one may shine there. */
const LEAST_FACING: f64 = 0.1;

function field(light: usize, index: i32): f64 {
  return load<f64>(light + ((<usize>index) << 3));
}

/** Direction to a light and the free way, from a point; share of its irradiance that arrives, by distance, range and cone. */
function look(light: usize, x: f64, y: f64, z: f64): f64 {
  if (field(light, L.P_IS_FAR) != 0.0) {
    pointX = -field(light, L.P_DIRECTION);
    pointY = -field(light, L.P_DIRECTION + 1);
    pointZ = -field(light, L.P_DIRECTION + 2);
    pointReach = FAR;
    return 1.0;
  }
  const dx = field(light, L.P_POSITION) - x,
    dy = field(light, L.P_POSITION + 1) - y,
    dz = field(light, L.P_POSITION + 2) - z;
  const square = dx * dx + dy * dy + dz * dz;
  if (square <= 1e-12) return 0.0;
  const distance = Math.sqrt(square);
  pointX = dx / distance;
  pointY = dy / distance;
  pointZ = dz / distance;
  pointReach = distance - offset;
  if (pointReach <= 0.0) return 0.0;
  const near = square * field(light, L.P_RANGE);
  const cosine = -(
    pointX * field(light, L.P_DIRECTION) +
    pointY * field(light, L.P_DIRECTION + 1) +
    pointZ * field(light, L.P_DIRECTION + 2)
  );
  const edge = Math.min(
    1.0,
    Math.max(0.0, cosine * field(light, L.P_CONE_SCALE) + field(light, L.P_CONE_OFFSET)),
  );
  return (Math.min(1.0, Math.max(0.0, 1.0 - near * near)) * edge * edge) / square;
}

/** Weight of the light that was looked at last, on a surface with this normal. */
function weigh(light: usize, share: f64, nx: f64, ny: f64, nz: f64, isTranslucent: bool): f64 {
  const facing = pointX * nx + pointY * ny + pointZ * nz;
  const arriving = isTranslucent ? Math.abs(facing) : facing;
  return arriving > 0.0 ? field(light, L.P_POWER) * share * Math.max(LEAST_FACING, arriving) : 0.0;
}

/**
 * Picks a light by what may arrive of it at a point; false where none shines on the surface there.
 *
 * @param pick In [0, 1). @param isTranslucent Whether light from behind counts as well.
 */
export function pickPunctualLight(
  x: f64,
  y: f64,
  z: f64,
  nx: f64,
  ny: f64,
  nz: f64,
  isTranslucent: bool,
  pick: f64,
): bool {
  let sum: f64 = 0.0;
  for (let i = 0; i < punctualLightCount; i++) {
    const light = punctualLights + <usize>i * L.PUNCTUAL_LIGHT_BYTES;
    sum += weigh(light, look(light, x, y, z), nx, ny, nz, isTranslucent);
  }
  if (sum <= 0.0) return false;
  let passed: f64 = 0.0;
  for (let i = 0; i < punctualLightCount; i++) {
    const light = punctualLights + <usize>i * L.PUNCTUAL_LIGHT_BYTES;
    const share = look(light, x, y, z);
    const weight = weigh(light, share, nx, ny, nz, isTranslucent);
    passed += weight;
    if (weight <= 0.0 || pick * sum >= passed) continue;
    const k = (share * sum) / weight;
    pointR = field(light, L.P_IRRADIANCE) * k;
    pointG = field(light, L.P_IRRADIANCE + 1) * k;
    pointB = field(light, L.P_IRRADIANCE + 2) * k;
    return true;
  }
  return false;
}

/** Adds up what would arrive of all of them on a level surface at a point. */
export function sumPunctualLights(x: f64, y: f64, z: f64): void {
  levelR = 0;
  levelG = 0;
  levelB = 0;
  for (let i = 0; i < punctualLightCount; i++) {
    const light = punctualLights + <usize>i * L.PUNCTUAL_LIGHT_BYTES;
    const arriving = look(light, x, y, z) * pointY;
    if (arriving <= 0.0) continue;
    levelR += field(light, L.P_IRRADIANCE) * arriving;
    levelG += field(light, L.P_IRRADIANCE + 1) * arriving;
    levelB += field(light, L.P_IRRADIANCE + 2) * arriving;
  }
}
