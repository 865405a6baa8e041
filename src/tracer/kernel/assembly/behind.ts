import * as L from '../layout.ts';
import { noteAlbedo } from './first.ts';
import { addSky } from './light.ts';
import { carry, dX, dY, dZ, kB, kG, kR, takeOut, tB, tG, tR } from './ray.ts';

/** Share of what lies behind that shows, and whether and where that is the floor. */
export let through: f64 = 0;
export let isFloorBehind: bool = false;
export let floorX: f64 = 0;
export let floorZ: f64 = 0;
/** A path that leaves within 8 degrees of where it came from shows the plate behind, beyond 30 degrees the sky. */
const STRAIGHT: f64 = 0.99;
const BENT: f64 = 0.87;

/** A path that has not left the product yet. */
export function resetBehind(): void {
  through = 0;
  isFloorBehind = false;
}

/** How much of what lies behind a path shows by the cosine of its bend, 0 to 1. */
export function straightness(cosine: f64): f64 {
  return Math.min(1.0, Math.max(0.0, (cosine - BENT) / (STRAIGHT - BENT)));
}

/** What lies behind shows, by what the ray still carries. */
export function showBehind(straight: f64): void {
  through = straight * Math.min(1.0, Math.min(tR, Math.min(tG, tB)));
}

/** Leaves the ray what is not shown of behind, and notes where that is the floor. */
export function takeBehind(isFloor: bool, x: f64, z: f64): void {
  takeOut(through);
  isFloorBehind = isFloor;
  floorX = x;
  floorZ = z;
}

/**
 * Adds the surroundings into which the floor passes towards the horizon for what the camera sees, and leaves the path the
 * floor's own share. What lights the floor ends at it.
 */
export function passHorizon(fromCamera: bool, sharp: bool): void {
  const t = -dY / L.HORIZON_SINE;
  if (!fromCamera || t >= 1.0) return;
  const ground = t * t * (3.0 - 2.0 * t),
    far = 1.0 - ground;
  if (sharp) noteAlbedo(tR * kR * far, tG * kG * far, tB * kB * far);
  addSky(dX, -dY, dZ, tR * kR * far, tG * kG * far, tB * kB * far, 0.0, true);
  carry(1.0, 1.0, 1.0, ground);
}
