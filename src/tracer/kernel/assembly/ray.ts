import * as L from '../layout.ts';
import * as H from './hit.ts';
import { nextPair, u1 } from './random.ts';
import { offset } from './scene.ts';
import { absorbed } from './shadow.ts';
import * as C from './surface/scatter.ts';
import { hitT } from './traverse.ts';

/** The ray, what it carries, and what it is in. */
export let oX: f64 = 0;
export let oY: f64 = 0;
export let oZ: f64 = 0;
export let dX: f64 = 0;
export let dY: f64 = 0;
export let dZ: f64 = 0;
export let tR: f64 = 1;
export let tG: f64 = 1;
export let tB: f64 = 1;
export let medium: usize = 0;
/** The colour that a path has had since glass parted it, -1 while it has all; what its light counts per channel. */
export let channel: i32 = -1;
export let kR: f64 = 1;
export let kG: f64 = 1;
export let kB: f64 = 1;
/** Width of the ray where it starts, and how much it grows per stage unit. */
export let rayWidth: f64 = 0;
export let raySpread: f64 = 0;

/** Starts a ray that carries all light of all colours, from outside of everything. */
export function startRay(ox: f64, oy: f64, oz: f64, dx: f64, dy: f64, dz: f64, spread: f64): void {
  oX = ox;
  oY = oy;
  oZ = oz;
  dX = dx;
  dY = dy;
  dZ = dz;
  tR = 1;
  tG = 1;
  tB = 1;
  channel = -1;
  kR = 1;
  kG = 1;
  kB = 1;
  medium = 0;
  rayWidth = 0;
  raySpread = spread;
}

/** Widens it by its way to the hit, and takes out what the medium absorbed there. */
export function reachHit(): void {
  rayWidth += raySpread * hitT;
  absorb();
}

/** Takes out what the medium absorbed on the way to the hit. */
function absorb(): void {
  if (medium == 0) return;
  tR *= absorbed(medium, 0, hitT);
  tG *= absorbed(medium, 1, hitT);
  tB *= absorbed(medium, 2, hitT);
}

/** Starts the next ray on this or on the other side of the surface. */
export function moveOn(isThrough: bool): void {
  const k = isThrough ? -offset : offset;
  oX = H.pX + H.gX * k;
  oY = H.pY + H.gY * k;
  oZ = H.pZ + H.gZ * k;
}

/**
 * Index of the located solid for the path's colour. Glass that parts colours (KHR_materials_dispersion) leaves the path
 * one of them by chance, which then counts for all three.
 */
export function refractionIndex(): f64 {
  const ior = <f64>load<f32>(H.material, L.M_IOR);
  const dispersion = <f64>load<f32>(H.material, L.M_DISPERSION);
  if (dispersion <= 0.0) return ior;
  if (channel < 0) {
    nextPair();
    channel = min(2, <i32>(u1 * 3.0));
    kR = channel == 0 ? 3.0 : 0.0;
    kG = channel == 1 ? 3.0 : 0.0;
    kB = channel == 2 ? 3.0 : 0.0;
    nextPair();
  }
  return Math.max(1.0, ior + <f64>(channel - 1) * (ior - 1.0) * 0.025 * dispersion);
}

/** The direction that was sampled is the next one. */
export function turn(): void {
  dX = C.outX;
  dY = C.outY;
  dZ = C.outZ;
}

/** What the next part of the way leads through; 0: air. */
export function enterMedium(other: usize): void {
  medium = other;
}

/** It grows by so much more per stage unit. */
export function spreadRay(more: f64): void {
  raySpread += more;
}

/** Times a colour and a factor. */
export function carry(r: f64, g: f64, b: f64, k: f64): void {
  tR *= r * k;
  tG *= g * k;
  tB *= b * k;
}

/** Takes out the same share of every colour, down to nothing. */
export function takeOut(share: f64): void {
  tR = Math.max(0.0, tR - share);
  tG = Math.max(0.0, tG - share);
  tB = Math.max(0.0, tB - share);
}
