import * as L from '../layout.ts';
import * as H from './hit.ts';
import { cyclorama, floorY } from './scene.ts';

/** Radiance that leaves the place that was looked up last, if nothing stood before the cyclorama. */
export let leavingR: f64 = 0;
export let leavingG: f64 = 0;
export let leavingB: f64 = 0;

/** Shares of four entries beside each other (Catmull and Rom). */
let w0: f64 = 0;
let w1: f64 = 0;
let w2: f64 = 0;
let w3: f64 = 0;

const LAST_COLUMN: i32 = L.CYCLORAMA_COLUMNS - 1;
const LAST_ROW: i32 = L.CYCLORAMA_ROWS - 1;

function field(index: i32): f64 {
  return load<f64>(cyclorama + ((<usize>index) << 3));
}

/** Whether the located surface is the front of the cyclorama. */
export function isOnCyclorama(): bool {
  return cyclorama != 0 && (H.flags & L.F_CYCLORAMA) != 0 && !H.isBack;
}

/** Along the front, from the middle of the product, in its radii. */
function frontOf(x: f64, z: f64): f64 {
  const awayX = x - field(L.C_MIDDLE_X),
    awayZ = z - field(L.C_MIDDLE_Z);
  return (awayX * field(L.C_FRONT_X) + awayZ * field(L.C_FRONT_Z)) * field(L.C_SCALE);
}

/** Whether what shines from a place is before the cyclorama. */
export function isBeforeWall(x: f64, y: f64, z: f64): bool {
  return y > floorY && frontOf(x, z) > -field(L.C_WALL);
}

/** Whether the sky in a direction is what all of the cyclorama sees. */
export function isOpenSky(dx: f64, dy: f64, dz: f64): bool {
  return dy > 0.0 && dx * field(L.C_FRONT_X) + dz * field(L.C_FRONT_Z) > 0.0;
}

/** Looks up what a ray from before the cyclorama would find of it if nothing else were there; false where it finds none. */
export function lookBehind(x: f64, y: f64, z: f64, dx: f64, dy: f64, dz: f64): bool {
  const front = dx * field(L.C_FRONT_X) + dz * field(L.C_FRONT_Z);
  const toFloor = dy < 0.0 ? (floorY - y) / dy : Infinity;
  const toWall = front < 0.0 ? (-field(L.C_WALL) - frontOf(x, z)) / (front * field(L.C_SCALE)) : Infinity;
  const t = Math.min(toFloor, toWall);
  if (t == Infinity) return false;
  lookUpCyclorama(x + dx * t, y + dy * t, z + dz * t);
  return true;
}

/** Looks up what leaves a place of the cyclorama. */
export function lookUpCyclorama(x: f64, y: f64, z: f64): void {
  const awayX = x - field(L.C_MIDDLE_X),
    awayZ = z - field(L.C_MIDDLE_Z),
    scale = field(L.C_SCALE);
  const across = (awayX * field(L.C_RIGHT_X) + awayZ * field(L.C_RIGHT_Z)) * scale,
    along = (y - floorY) * scale - frontOf(x, z) + field(L.C_START);
  const u = placeOf(across, L.CYCLORAMA_ACROSS, <f64>L.CYCLORAMA_COLUMNS),
    v = placeOf(along, L.CYCLORAMA_ALONG, <f64>L.CYCLORAMA_ROWS);
  const column = Math.floor(u),
    row = Math.floor(v);
  weigh(v - row);
  const v0 = w0,
    v1 = w1,
    v2 = w2,
    v3 = w3;
  weigh(u - column);
  leavingR = 0;
  leavingG = 0;
  leavingB = 0;
  addRow(<i32>row - 1, <i32>column, v0);
  addRow(<i32>row, <i32>column, v1);
  addRow(<i32>row + 1, <i32>column, v2);
  addRow(<i32>row + 2, <i32>column, v3);
}

/** Where a way stands among the entries of the table. */
function placeOf(way: f64, half: f64, count: f64): f64 {
  return (way / (half + Math.abs(way)) + 1.0) * 0.5 * count - 0.5;
}

function weigh(t: f64): void {
  w0 = t * (t * (1.0 - 0.5 * t) - 0.5);
  w1 = 1.0 + t * t * (1.5 * t - 2.5);
  w2 = t * (0.5 + t * (2.0 - 1.5 * t));
  w3 = t * t * (0.5 * t - 0.5);
}

function addRow(row: i32, column: i32, share: f64): void {
  const at = cyclorama + L.CYCLORAMA_BYTES + <usize>(min(LAST_ROW, max(0, row)) * L.CYCLORAMA_COLUMNS) * 12;
  addEntry(at, column - 1, share * w0);
  addEntry(at, column, share * w1);
  addEntry(at, column + 1, share * w2);
  addEntry(at, column + 2, share * w3);
}

function addEntry(row: usize, column: i32, share: f64): void {
  const at = row + <usize>min(LAST_COLUMN, max(0, column)) * 12;
  leavingR += share * <f64>load<f32>(at);
  leavingG += share * <f64>load<f32>(at, 4);
  leavingB += share * <f64>load<f32>(at, 8);
}
