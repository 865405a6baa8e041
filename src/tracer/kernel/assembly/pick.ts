import * as H from './hit.ts';
import { glowWeight } from './lamps.ts';
import { dX, dY, dZ } from './ray.ts';

/** Density with which the path's direction was picked where lamps are sampled, too; 0: no lamp had it. */
let pickDensity: f64 = 0;
/** Where it was picked. */
export let pickX: f64 = 0;
export let pickY: f64 = 0;
export let pickZ: f64 = 0;

export function notePick(density: f64, x: f64, y: f64, z: f64): void {
  pickDensity = density;
  pickX = x;
  pickY = y;
  pickZ = z;
}

/** Lamps would not have found the way that it goes now. */
export function forgetPick(): void {
  pickDensity = 0.0;
}

/** Share of the located surface's own light that the path counts; lamps that are sampled find the rest. */
export function weighGlow(): f64 {
  const x = H.pX - pickX,
    y = H.pY - pickY,
    z = H.pZ - pickZ;
  return glowWeight(pickDensity, x * x + y * y + z * z, dX, dY, dZ);
}
