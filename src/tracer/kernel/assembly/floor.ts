import * as L from '../layout.ts';
import { aim, aimShare, aimX, aimY, aimZ, openAim } from './aim.ts';
import {
  areaB,
  areaDensity,
  areaG,
  areaR,
  areaReach,
  areaX,
  areaY,
  areaZ,
  floorB,
  floorG,
  floorR,
  lightShare,
  lookUpFloorLight,
  sampleOneLight,
  weighLights,
} from './area-lights.ts';
import { through } from './behind.ts';
import {
  lampDensity,
  lampReach,
  lampX,
  lampY,
  lampZ,
  lookAtLamp,
  sampleLamp,
  shineB,
  shineG,
  shineR,
} from './lamps.ts';
import { sumB, sumG, sumR } from './light.ts';
import { cosine, sine, turn } from './maths.ts';
import { tracePath } from './path.ts';
import {
  levelB,
  levelG,
  levelR,
  pickPunctualLight,
  pointB,
  pointG,
  pointR,
  pointReach,
  pointX,
  pointY,
  pointZ,
  sumPunctualLights,
} from './punctual-lights.ts';
import { nextPair, startPairs, u1, u2 } from './random.ts';
import {
  areaLightCount,
  areaLights,
  clamp,
  double,
  floorY,
  hasSeeThrough,
  lamps,
  offset,
  punctualLights,
} from './scene.ts';
import { cast, isLit, litB, litG, litR } from './shadow.ts';
import { lookUpSky, sampleSky, skyB, skyDensity, skyG, skyR, skyX, skyY, skyZ } from './sky.ts';
import { hX, hY, hZ, sampleNormal } from './surface/scatter.ts';
import { FAR } from './traverse.ts';

/** Light of the floor over its unblocked light, per channel. Exactly 1 where nothing is in the way. */
export let ratioR: f64 = 1;
export let ratioG: f64 = 1;
export let ratioB: f64 = 1;
/** The product's reflection in the floor, premultiplied, and its share. */
export let glossR: f64 = 0;
export let glossG: f64 = 0;
export let glossB: f64 = 0;
export let gloss: f64 = 0;

const PI: f64 = 3.141592653589793;
/** One over the share that is mirrored from which on its paths are followed as others are: below, grain of them is not seen. */
const FULL_AT: f64 = 12;
/** More pairs than a path draws, or a floor for its lights. */
const FLOOR_PAIRS: u32 = 256;
/** One over the share of directions towards the product from which on each sample looks there. */
const LOOK_AT: f64 = 4;

/** Light on a floor point seen by a camera ray along d: ratio and reflection. */
export function traceFloor(x: f64, z: f64, dx: f64, dy: f64, dz: f64): void {
  ratioR = 1;
  ratioG = 1;
  ratioB = 1;
  glossR = 0;
  glossG = 0;
  glossB = 0;
  gloss = 0;
  const awayX = x - double(L.D_FLOOR_CENTRE_X),
    awayZ = z - double(L.D_FLOOR_CENTRE_Z);
  if (awayX * awayX + awayZ * awayZ > double(L.D_FLOOR_RADIUS_SQUARED)) return;
  const y = floorY + offset;
  lookUpFloorLight(x, z);
  if (punctualLights != 0) sumPunctualLights(x, y, z);
  const iR = inverse(floorR + (punctualLights != 0 ? levelR : 0.0)),
    iG = inverse(floorG + (punctualLights != 0 ? levelG : 0.0)),
    iB = inverse(floorB + (punctualLights != 0 ? levelB : 0.0));
  openAim(x, y, z);
  startPairs(FLOOR_PAIRS);
  // A place from where little is seen of the product looks there seldom, and what it finds counts as much more.
  const often = Math.min(1.0, aimShare * LOOK_AT);
  // 1. What the product blocks.
  if (areaLights != 0) {
    blockLights(x, y, z, iR, iG, iB, often);
  } else {
    nextPair();
    sampleSky(1.0);
    blockSky(x, y, z, skyX, skyY, skyZ, skyDensity, iR, iG, iB);
  }
  if (punctualLights != 0) blockPunctualLight(x, y, z, iR, iG, iB);
  // 2. What it gives back, and what of the lights comes through solid glass.
  const k = (PI * aimShare) / often;
  startPairs(2 * FLOOR_PAIRS);
  nextPair();
  if (u2 < often) {
    aim(u1, u2 / often);
    const toX = aimX,
      toY = aimY,
      toZ = aimZ;
    tracePath(x, y, z, toX, toY, toZ, false, toY / k, true, 1.0);
    ratioR += k * Math.min(sumR, clamp) * iR;
    ratioG += k * Math.min(sumG, clamp) * iG;
    ratioB += k * Math.min(sumB, clamp) * iB;
    // The sky is hidden where the path met something at all.
    if (areaLights != 0 && !hasSeeThrough && through == 0.0) {
      lookUpSky(toX, toY, toZ);
      ratioR -= skyR * k * iR;
      ratioG -= skyG * k * iG;
      ratioB -= skyB * k * iB;
    }
  }
  startPairs(3 * FLOOR_PAIRS);
  if (lamps != 0) {
    nextPair();
    if (
      sampleLamp(x, y, z) &&
      lampY > 0.0 &&
      isLit(x, y, z, lampX, lampY, lampZ, 0, false, lampReach, true)
    ) {
      lookAtLamp(lampX, lampY, lampZ);
      const share = lampY / (lampDensity + lampY / k);
      ratioR += share * shineR * litR * iR;
      ratioG += share * shineG * litG * iG;
      ratioB += share * shineB * litB * iB;
    }
  }
  // 3. Its reflection, mirrored about a microfacet.
  const strength = double(L.D_FLOOR_REFLECTION);
  if (strength <= 0.0 || dy >= 0.0) return;
  nextPair();
  const alpha = double(L.D_FLOOR_ALPHA);
  sampleNormal(-dx, -dz, -dy, alpha, alpha);
  const vh = -dx * hX - dz * hY - dy * hZ;
  const rx = 2.0 * vh * hX + dx,
    rz = 2.0 * vh * hY + dz,
    ry = 2.0 * vh * hZ + dy;
  if (ry <= 1e-4) return;
  const f = Math.max(0.0, 1.0 - vh),
    f2 = f * f;
  const share = Math.min(1.0, (0.04 + 0.96 * f2 * f2 * f) * strength);
  tracePath(x, y, z, rx, ry, rz, false, 0.0, false, Math.min(1.0, share * FULL_AT));
  gloss = share * (1.0 - through);
  glossR = Math.min(sumR, clamp) * gloss;
  glossG = Math.min(sumG, clamp) * gloss;
  glossB = Math.min(sumB, clamp) * gloss;
}

/**
 * Area lights and sky each by a ray of its own: no noise is left of which of the two was looked for. Where nothing lets light
 * through, paths that look for what the product gives back tell what it hides of the sky, too.
 */
function blockLights(x: f64, y: f64, z: f64, iR: f64, iG: f64, iB: f64, often: f64): void {
  weighLights(x, y, z, 0.0, 1.0, 0.0, false);
  for (let i = 0; i < areaLightCount; i++) {
    nextPair();
    const asked = Math.min(1.0, lightShare(i) * L.ASK_AT);
    if (u1 >= asked || !sampleOneLight(i, x, y, z, u1 / asked, u2, asked) || areaY <= 0.0) continue;
    const k = areaY / areaDensity;
    const isReached = isLit(x, y, z, areaX, areaY, areaZ, 0, false, areaReach, true);
    takeOut(areaR * k * iR, areaG * k * iG, areaB * k * iB, isReached);
  }
  if (!hasSeeThrough) return;
  nextPair();
  if (u2 >= often) return;
  aim(u1, u2 / often);
  const isReached = isLit(x, y, z, aimX, aimY, aimZ, 0, false, FAR, true);
  // Most of it arrives, and nothing need be known of what does.
  if (isReached && litR == 1.0 && litG == 1.0 && litB == 1.0) return;
  lookUpSky(aimX, aimY, aimZ);
  const k = (PI * aimShare) / often;
  takeOut(skyR * k * iR, skyG * k * iG, skyB * k * iB, isReached);
}

/** A light of the file stands for all of them. No bent path finds one, so solid glass lets it through straight. */
function blockPunctualLight(x: f64, y: f64, z: f64, iR: f64, iG: f64, iB: f64): void {
  nextPair();
  if (!pickPunctualLight(x, y, z, 0.0, 1.0, 0.0, false, u1) || pointY <= 0.0) return;
  const isReached = isLit(x, y, z, pointX, pointY, pointZ, 0, false, pointReach, false);
  takeOut(pointR * pointY * iR, pointG * pointY * iG, pointB * pointY * iB, isReached);
}

/** Takes out what the product blocks of the sky that was looked up or sampled last. */
function blockSky(
  x: f64,
  y: f64,
  z: f64,
  dx: f64,
  dy: f64,
  dz: f64,
  density: f64,
  iR: f64,
  iG: f64,
  iB: f64,
): void {
  if (dy <= 0.0 || density <= 0.0) return;
  const k = dy / density;
  const r = skyR * k * iR,
    g = skyG * k * iG,
    b = skyB * k * iB;
  takeOut(r, g, b, isLit(x, y, z, dx, dy, dz, 0, false, FAR, true));
}

/** Takes out what does not arrive of some light. */
function takeOut(r: f64, g: f64, b: f64, isReached: bool): void {
  ratioR -= r * (isReached ? 1.0 - litR : 1.0);
  ratioG -= g * (isReached ? 1.0 - litG : 1.0);
  ratioB -= b * (isReached ? 1.0 - litB : 1.0);
}

function inverse(x: f64): f64 {
  return x > 0.0 ? 1.0 / x : 0.0;
}
