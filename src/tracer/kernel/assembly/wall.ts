import { isOnCyclorama, leavingB, leavingG, leavingR, lookBehind, lookUpCyclorama } from './cyclorama.ts';
import { isVeiled } from './first.ts';
import * as H from './hit.ts';
import { addLight, sumB, sumG, sumR } from './light.ts';
import { dX, dY, dZ, kB, kG, kR, oX, oY, oZ, tB, tG, tR } from './ray.ts';

/** Whether the camera sees the cyclorama itself, and what leaves that there without a product: the rest of the sum is a change. */
export let seesWall: bool = false;
export let wallR: f64 = 0;
export let wallG: f64 = 0;
export let wallB: f64 = 0;
/** Whether it is on the cyclorama, whether it went from there and has met nothing since, and whether it did before this surface. */
export let isOnWall: bool = false;
export let isOffWall: bool = false;
export let wasOffWall: bool = false;

/** A path that is nowhere near it yet. */
export function resetWall(): void {
  isOffWall = false;
  seesWall = false;
}

/** Before it is known what the path meets next. */
export function missWall(): void {
  wasOffWall = false;
  isOnWall = false;
}

/** The path goes on from where it is: off the cyclorama, if it is on that. */
export function leaveWall(): void {
  isOffWall = isOnWall;
}

/** Notes whether the located surface is the cyclorama; what hides that from itself is light that was known and is not there. */
export function meetWall(bounces: i32): void {
  wasOffWall = isOffWall;
  isOffWall = false;
  isOnWall = isOnCyclorama();
  if (wasOffWall && !isOnWall && lookBehind(oX, oY, oZ, dX, dY, dZ)) addLeaving(-1.0, bounces);
}

/** Adds what leaves the cyclorama at the located place without a product. */
export function addWall(fromCamera: bool, bounces: i32): void {
  lookUpCyclorama(H.pX, H.pY, H.pZ);
  addLeaving(1.0, bounces);
  if (!fromCamera || bounces != 0 || isVeiled) return;
  seesWall = true;
  wallR = sumR;
  wallG = sumG;
  wallB = sumB;
}

function addLeaving(k: f64, bounces: i32): void {
  addLight(tR * kR * leavingR * k, tG * kG * leavingG * k, tB * kB * leavingB * k, bounces > 1);
}
