import { passGobo } from '../../light/pass-gobo.ts';
import * as L from '../layout.ts';
import { areaLightCount, areaLights, double, floorLight, offset, scratch } from './scene.ts';

/** The point that the last {@link sampleAreaLight} picked: direction to it, free way, density, radiance. */
export let areaX: f64 = 0;
export let areaY: f64 = 0;
export let areaZ: f64 = 0;
export let areaReach: f64 = 0;
/** Per solid angle, with which it is picked among all light. */
export let areaDensity: f64 = 0;
export let areaR: f64 = 0;
export let areaG: f64 = 0;
export let areaB: f64 = 0;
/** Whether that light has a pattern, and whether flags keep it from the cyclorama. */
export let hasPattern: bool = false;
export let isFlagged: bool = false;
/** Share of the sky in all light that is looked for at the weighed point; 1 when there are no lights. */
export let skyShare: f64 = 1;
/** The same at the picked point. */
export let pickedSkyShare: f64 = 1;
/** How far along its ray the last {@link crossAreaLight} met a light. */
export let crossedAt: f64 = 0;
/** How often that place across it is picked, beside the middle. */
let crossedShare: f64 = 0;
/** Unblocked irradiance on the floor, after {@link lookUpFloorLight}. */
export let floorR: f64 = 0;
export let floorG: f64 = 0;
export let floorB: f64 = 0;

/** The sky keeps at least this share: it reaches where no light does. */
const LEAST_SKY_SHARE: f64 = 0.15;
/** What is left of a light's weight where its middle is behind the surface: some of it may not be. */
const LEAST_FACING: f64 = 0.1;

const EDGE: f64 = 0.16;
const FALL: f64 = 0.1;
const OCTAGON: f64 = 0.7071067811865476;

function field(light: usize, index: i32): f64 {
  return load<f64>(light + ((<usize>index) << 3));
}

function dot(light: usize, index: i32, x: f64, y: f64, z: f64): f64 {
  return x * field(light, index) + y * field(light, index + 1) + z * field(light, index + 2);
}

function fade(value: f64): f64 {
  const q = Math.min(1.0, Math.max(0.0, (1.0 - value) / EDGE));
  return q * q * (3.0 - 2.0 * q);
}

/** See `lightProfile` in `light/area-light.ts`. */
function profile(light: usize, a: f64, b: f64): f64 {
  const x = Math.abs(a),
    y = Math.abs(b);
  if (x >= 1.0 || y >= 1.0) return 0.0;
  const fall = 1.0 - FALL * (a * a + b * b);
  if (field(light, L.A_IS_OCTAGON) == 0.0) return fade(x) * fade(y) * fall;
  return fade(Math.max(Math.max(x, y), (x + y) * OCTAGON)) * fall;
}

/** How much the light's pattern lets through from a place of it, the way to which is dx, dy, dz. */
function gobo(light: usize, a: f64, b: f64, dx: f64, dy: f64, dz: f64): f64 {
  const pattern = field(light, L.A_GOBO);
  if (pattern == 0.0) return 1.0;
  const away = -dot(light, L.A_FRONT, dx, dy, dz);
  if (away <= 0.0) return 1.0;
  const share = field(light, L.A_GOBO_REACH) / away;
  return passGobo(
    pattern,
    (a - dot(light, L.A_TO_RIGHT, dx, dy, dz) * share) * field(light, L.A_GOBO_WIDTH),
    (b - dot(light, L.A_TO_UP, dx, dy, dz) * share) * field(light, L.A_GOBO_HEIGHT),
  );
}

/** Spreads a number between -1 and 1 over the width of a light, thinner where it fades. */
function spread(value: f64): f64 {
  const v = Math.abs(value) * (1.0 - 0.5 * EDGE);
  const at = v < 1.0 - EDGE ? v : 1.0 - Math.sqrt(2.0 * EDGE * (1.0 - 0.5 * EDGE - v));
  return value < 0.0 ? -at : at;
}

/** Density of {@link spread} at a place, beside an even one. */
function density(at: f64): f64 {
  return Math.min(1.0, (1.0 - Math.abs(at)) / EDGE) / (1.0 - 0.5 * EDGE);
}

function shine(light: usize, share: f64): void {
  areaR = field(light, L.A_RADIANCE) * share;
  areaG = field(light, L.A_RADIANCE + 1) * share;
  areaB = field(light, L.A_RADIANCE + 2) * share;
}

function shareAt(light: i32): usize {
  return scratch + L.SCRATCH_LIGHTS + ((<usize>light) << 3);
}

/**
 * Notes with which share of all light each light and the sky are looked for at a point, by what may arrive of each.
 *
 * @param hasSky Whether one pick is for both; the lights have all of it otherwise.
 * @param isTranslucent Whether light from behind counts as well.
 */
export function weighLights(
  x: f64,
  y: f64,
  z: f64,
  nx: f64,
  ny: f64,
  nz: f64,
  hasSky: bool,
  isTranslucent: bool = false,
): void {
  let sum: f64 = 0.0;
  for (let i = 0; i < areaLightCount; i++) {
    const light = areaLights + <usize>i * L.AREA_LIGHT_BYTES;
    const dx = field(light, L.A_CENTRE) - x,
      dy = field(light, L.A_CENTRE + 1) - y,
      dz = field(light, L.A_CENTRE + 2) - z;
    const square = dx * dx + dy * dy + dz * dz + 0.25 * field(light, L.A_AREA);
    const distance = Math.sqrt(square);
    const leaving = Math.max(0.0, -dot(light, L.A_FRONT, dx, dy, dz) / distance),
      facing = (dx * nx + dy * ny + dz * nz) / distance,
      arriving = Math.max(LEAST_FACING, isTranslucent ? Math.abs(facing) : facing);
    sum += (field(light, L.A_POWER) * leaving * arriving) / square;
    store<f64>(shareAt(i), sum);
  }
  if (sum <= 0.0) {
    skyShare = 1.0;
    return;
  }
  const power = double(L.D_SKY_POWER);
  skyShare = hasSky ? Math.max(LEAST_SKY_SHARE, power / (power + sum)) : 0.0;
  for (let i = 0; i < areaLightCount; i++) store<f64>(shareAt(i), load<f64>(shareAt(i)) / sum);
}

/** Keeps the shares of the weighed point for rays that go on from it. */
export function pickShares(): void {
  pickedSkyShare = skyShare;
  for (let i = 0; i < areaLightCount; i++)
    store<f64>(shareAt(i), load<f64>(shareAt(i)), L.SCRATCH_PICKED - L.SCRATCH_LIGHTS);
}

/**
 * Picks a point of a light, seen from another point; false where none shines on that.
 *
 * @param pick Picks the light and the place across it. @param height Picks the place up it. Both in [0, 1).
 */
export function sampleAreaLight(x: f64, y: f64, z: f64, pick: f64, height: f64): bool {
  let i: i32 = 0;
  while (i + 1 < areaLightCount && pick >= load<f64>(shareAt(i))) i++;
  const before = i > 0 ? load<f64>(shareAt(i - 1)) : 0.0;
  const own = load<f64>(shareAt(i)) - before;
  if (own <= 0.0) return false;
  return sampleOneLight(i, x, y, z, Math.min(1.0, (pick - before) / own), height, (1.0 - skyShare) * own);
}

/** Share of a light in what all lights together give the weighed point. */
export function lightShare(index: i32): f64 {
  return load<f64>(shareAt(index)) - (index > 0 ? load<f64>(shareAt(index - 1)) : 0.0);
}

/**
 * Picks a point of one light, seen from another point; false where it does not shine on that.
 *
 * @param across, height Pick the place, both in [0, 1]. @param often With which probability that light is asked.
 */
export function sampleOneLight(
  index: i32,
  x: f64,
  y: f64,
  z: f64,
  across: f64,
  height: f64,
  often: f64,
): bool {
  const light = areaLights + <usize>index * L.AREA_LIGHT_BYTES;
  const a = spread(2.0 * across - 1.0),
    b = spread(2.0 * height - 1.0);
  const share = profile(light, a, b);
  if (share <= 0.0) return false;
  const dx = field(light, L.A_CENTRE) + a * field(light, L.A_RIGHT) + b * field(light, L.A_UP) - x,
    dy = field(light, L.A_CENTRE + 1) + a * field(light, L.A_RIGHT + 1) + b * field(light, L.A_UP + 1) - y,
    dz = field(light, L.A_CENTRE + 2) + a * field(light, L.A_RIGHT + 2) + b * field(light, L.A_UP + 2) - z;
  const square = dx * dx + dy * dy + dz * dz;
  if (square <= 1e-12) return false;
  const distance = Math.sqrt(square);
  areaX = dx / distance;
  areaY = dy / distance;
  areaZ = dz / distance;
  const cosine = -dot(light, L.A_FRONT, areaX, areaY, areaZ);
  if (cosine <= 1e-6) return false;
  areaDensity = (often * square * density(a) * density(b)) / (field(light, L.A_AREA) * cosine);
  areaReach = distance - offset;
  hasPattern = field(light, L.A_GOBO) != 0.0;
  isFlagged = field(light, L.A_IS_FLAGGED) != 0.0;
  shine(light, share * gobo(light, a, b, dx, dy, dz));
  return areaReach > 0.0;
}

/** Whether a ray crosses the front of a light before its end; then its radiance and `crossedAt` are noted. */
export function crossAreaLight(
  index: i32,
  x: f64,
  y: f64,
  z: f64,
  dx: f64,
  dy: f64,
  dz: f64,
  end: f64,
): bool {
  const light = areaLights + <usize>index * L.AREA_LIGHT_BYTES;
  const facing = dot(light, L.A_FRONT, dx, dy, dz);
  if (facing >= -1e-6) return false;
  const cx = field(light, L.A_CENTRE) - x,
    cy = field(light, L.A_CENTRE + 1) - y,
    cz = field(light, L.A_CENTRE + 2) - z;
  const t = dot(light, L.A_FRONT, cx, cy, cz) / facing;
  if (t <= 0.0 || t >= end) return false;
  const px = dx * t - cx,
    py = dy * t - cy,
    pz = dz * t - cz;
  const a = dot(light, L.A_TO_RIGHT, px, py, pz),
    b = dot(light, L.A_TO_UP, px, py, pz);
  const share = profile(light, a, b);
  if (share <= 0.0) return false;
  crossedAt = t;
  crossedShare = density(a) * density(b);
  shine(light, share * gobo(light, a, b, dx * t, dy * t, dz * t));
  return true;
}

/**
 * Density per solid angle with which {@link sampleAreaLight} picks a crossed point, from the picked one.
 *
 * @param square Of the way to it.
 */
export function crossedDensity(index: i32, dx: f64, dy: f64, dz: f64, square: f64): f64 {
  const light = areaLights + <usize>index * L.AREA_LIGHT_BYTES;
  const at = scratch + L.SCRATCH_PICKED + ((<usize>index) << 3);
  const own = load<f64>(at) - (index > 0 ? load<f64>(at - 8) : 0.0);
  return (
    ((1.0 - pickedSkyShare) * own * square * crossedShare) /
    (field(light, L.A_AREA) * -dot(light, L.A_FRONT, dx, dy, dz))
  );
}

/** Light of sky and lights on a place of the floor that nothing stands on. */
export function lookUpFloorLight(x: f64, z: f64): void {
  floorR = double(L.D_FLOOR_IRRADIANCE);
  floorG = double(L.D_FLOOR_IRRADIANCE + 1);
  floorB = double(L.D_FLOOR_IRRADIANCE + 2);
  if (floorLight == 0) return;
  const last = <f64>(L.FLOOR_LIGHT_SIDE - 1);
  const cell = double(L.D_FLOOR_CELL);
  const u = Math.min(last, Math.max(0.0, (x - double(L.D_FLOOR_CENTRE_X)) / cell + last / 2.0)),
    v = Math.min(last, Math.max(0.0, (z - double(L.D_FLOOR_CENTRE_Z)) / cell + last / 2.0));
  const column = min(L.FLOOR_LIGHT_SIDE - 2, <i32>u),
    row = min(L.FLOOR_LIGHT_SIDE - 2, <i32>v);
  const fx = u - <f64>column,
    fy = v - <f64>row;
  const at = floorLight + <usize>(row * L.FLOOR_LIGHT_SIDE + column) * 12,
    below = at + L.FLOOR_LIGHT_SIDE * 12;
  floorR += mix(at, below, fx, fy);
  floorG += mix(at + 4, below + 4, fx, fy);
  floorB += mix(at + 8, below + 8, fx, fy);
}

function mix(at: usize, below: usize, fx: f64, fy: f64): f64 {
  const upper = <f64>load<f32>(at) * (1.0 - fx) + <f64>load<f32>(at, 12) * fx;
  const lower = <f64>load<f32>(below) * (1.0 - fx) + <f64>load<f32>(below, 12) * fx;
  return upper * (1.0 - fy) + lower * fy;
}
