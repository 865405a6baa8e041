import { turnsOf } from '../../portable-maths.ts';
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
/** Of a column of a profile; and its bytes. */
const LAST_ROW: f64 = <f64>(L.PROFILE_ROWS - 1);
const PROFILE_BYTES: usize = L.PROFILE_ROWS << 2;

function field(light: usize, index: i32): f64 {
  return load<f64>(light + ((<usize>index) << 3));
}

/** Direction to a light and the free way, from a point; share of its irradiance that arrives, by distance, range, cone and profile. */
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
  const share = (Math.min(1.0, Math.max(0.0, 1.0 - near * near)) * edge * edge) / square;
  return field(light, L.P_PROFILE) == 0.0 ? share : share * shareOfProfile(light, cosine);
}

/** `shareTowards` of `light/light-profile.ts`, for the direction that was looked into. */
function shareOfProfile(light: usize, along: f64): f64 {
  const dX = field(light, L.P_DIRECTION),
    dY = field(light, L.P_DIRECTION + 1),
    dZ = field(light, L.P_DIRECTION + 2),
    rX = field(light, L.P_RIGHT),
    rY = field(light, L.P_RIGHT + 1),
    rZ = field(light, L.P_RIGHT + 2);
  const across = -(pointX * rX + pointY * rY + pointZ * rZ);
  const aside = -(pointX * (dY * rZ - dZ * rY) + pointY * (dZ * rX - dX * rZ) + pointZ * (dX * rY - dY * rX));
  const turns = turnsOf(Math.sqrt(across * across + aside * aside), along);
  const row = Math.min(LAST_ROW, turns * 2.0 * LAST_ROW);
  const above = Math.min(LAST_ROW - 1.0, Math.floor(row));
  const rest = row - above;
  const shares = punctualLights + <usize>field(light, L.P_PROFILE) + ((<usize>above) << 2);
  const columns = field(light, L.P_PROFILE_COLUMNS);
  if (columns == 1.0) return betweenRows(shares, rest);
  const heading = turnsOf(aside, across);
  const column = (heading < 0.0 ? heading + 1.0 : heading) * (columns - 1.0);
  const before = Math.min(columns - 2.0, Math.floor(column));
  const here = shares + <usize>before * PROFILE_BYTES;
  const one = betweenRows(here, rest);
  return one + (betweenRows(here + PROFILE_BYTES, rest) - one) * (column - before);
}

function betweenRows(shares: usize, rest: f64): f64 {
  const one = <f64>load<f32>(shares);
  return one + (<f64>load<f32>(shares, 4) - one) * rest;
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
