import * as L from '../layout.ts';
import {
  areaB,
  areaDensity,
  areaG,
  areaR,
  areaReach,
  areaX,
  areaY,
  areaZ,
  crossAreaLight,
  crossedAt,
  crossedDensity,
  pickedSkyShare,
  sampleAreaLight,
  skyShare,
  weighLights,
} from './area-lights.ts';
import { isOnCyclorama } from './cyclorama.ts';
import { changeB, changeCyclorama, changeG, changeR, standOnCyclorama } from './cyclorama-light.ts';
import * as H from './hit.ts';
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
import { collectPunctualLight, foundB, foundG, foundR, offerPunctualLight } from './offer-punctual-light.ts';
import { nextPair, u1, u2 } from './random.ts';
import {
  areaLightCount,
  areaLights,
  clamp,
  double,
  estimator,
  floorY,
  hasFloor,
  isOnTable,
  lamps,
  offset,
  punctualLights,
} from './scene.ts';
import { isLit, litB, litG, litR } from './shadow.ts';
import { lookUpSky, sampleSky, skyB, skyDensity, skyG, skyR, skyX, skyY, skyZ } from './sky.ts';
import { density, evaluate, valB, valG, valR } from './surface/bsdf.ts';
import { isTranslucent, sideOf } from './surface/diffuse.ts';
import * as S from './surface/surface.ts';
import { FAR } from './traverse.ts';

/** Radiance along the path so far. */
export let sumR: f64 = 0;
export let sumG: f64 = 0;
export let sumB: f64 = 0;

/** Light that the last {@link offerLight} found, before its shadow ray: side, origin, direction, free way, value. */
let isOffered: bool = false;
let isForCyclorama: bool = false;
let side: i32 = 1;
let fromX: f64 = 0;
let fromY: f64 = 0;
let fromZ: f64 = 0;
let toX: f64 = 0;
let toY: f64 = 0;
let toZ: f64 = 0;
let toReach: f64 = FAR;
let offerR: f64 = 0;
let offerG: f64 = 0;
let offerB: f64 = 0;

/** The same of a lamp, but for what it shines with; its point is in `lamps.ts`. */
let isLampOffered: bool = false;
let lampSide: i32 = 1;
let lampFromX: f64 = 0;
let lampFromY: f64 = 0;
let lampFromZ: f64 = 0;
let lampR: f64 = 0;
let lampG: f64 = 0;
let lampB: f64 = 0;

export function resetLight(): void {
  sumR = 0;
  sumG = 0;
  sumB = 0;
}

/** Adds light; what arrives after the second scattering is clamped. */
export function addLight(r: f64, g: f64, b: f64, isIndirect: bool): void {
  if (isIndirect) {
    const most = Math.max(r, Math.max(g, b));
    if (most > clamp) {
      const k = clamp / most;
      r *= k;
      g *= k;
      b *= k;
    }
  }
  sumR += r;
  sumG += g;
  sumB += b;
}

/** Adds the shaded surface's own light; false when it has nothing else. */
export function addGlow(tR: f64, tG: f64, tB: f64, isIndirect: bool): bool {
  if (H.flags & L.F_UNLIT) {
    const white = double(L.D_WHITE);
    addLight(tR * S.baseR * white, tG * S.baseG * white, tB * S.baseB * white, isIndirect);
    return false;
  }
  if (S.emitR + S.emitG + S.emitB > 0.0) addLight(tR * S.emitR, tG * S.emitG, tB * S.emitB, isIndirect);
  return true;
}

/**
 * Adds the sky towards a direction that was sampled from the surface.
 *
 * @param lastDensity Density of that sampling; 0 when the sky could not have been found otherwise.
 */
export function addSky(
  dx: f64,
  dy: f64,
  dz: f64,
  tR: f64,
  tG: f64,
  tB: f64,
  lastDensity: f64,
  isIndirect: bool,
): void {
  lookUpSky(dx, dy, dz);
  let w: f64 = 1.0;
  if (lastDensity > 0.0)
    w =
      estimator == 0 ? lastDensity / (lastDensity + skyDensity * pickedSkyShare) : estimator == 2 ? 1.0 : 0.0;
  addLight(tR * skyR * w, tG * skyG * w, tB * skyB * w, isIndirect);
}

/**
 * Adds the area lights that a ray crosses before its end.
 *
 * @param lastDensity With which its direction was picked; 0 when the lights could not have been found otherwise.
 * @param fromX Where it was picked.
 */
export function addAreaLights(
  x: f64,
  y: f64,
  z: f64,
  dx: f64,
  dy: f64,
  dz: f64,
  end: f64,
  tR: f64,
  tG: f64,
  tB: f64,
  lastDensity: f64,
  fromX: f64,
  fromY: f64,
  fromZ: f64,
  isIndirect: bool,
): void {
  if (lastDensity > 0.0 && estimator == 1) return;
  for (let i = 0; i < areaLightCount; i++) {
    if (!crossAreaLight(i, x, y, z, dx, dy, dz, end)) continue;
    let w: f64 = 1.0;
    if (lastDensity > 0.0 && estimator == 0) {
      const wayX = x + dx * crossedAt - fromX,
        wayY = y + dy * crossedAt - fromY,
        wayZ = z + dz * crossedAt - fromZ;
      const square = wayX * wayX + wayY * wayY + wayZ * wayZ;
      w = lastDensity / (lastDensity + crossedDensity(i, dx, dy, dz, square));
    }
    addLight(tR * areaR * w, tG * areaG * w, tB * areaB * w, isIndirect);
  }
}

/**
 * Samples the sky or an area light, the lamps, and the lights of the file, for the prepared surface. The shadow rays wait for
 * {@link collectLight}: they overwrite the surface.
 */
export function offerLight(tR: f64, tG: f64, tB: f64): void {
  isOffered = false;
  isForCyclorama = isOnCyclorama();
  if (isForCyclorama) standOnCyclorama(tR, tG, tB);
  else offerSkyOrArea(tR, tG, tB);
  isLampOffered = false;
  if (lamps != 0) offerLamp(tR, tG, tB);
  if (punctualLights != 0) offerPunctualLight(tR, tG, tB);
}

function offerSkyOrArea(tR: f64, tG: f64, tB: f64): void {
  if (areaLights != 0) weighLights(H.pX, H.pY, H.pZ, H.gX, H.gY, H.gZ, true, isTranslucent);
  nextPair();
  if (areaLights != 0 && u1 >= skyShare) offerAreaLight(tR, tG, tB);
  else offerSky(tR, tG, tB);
}

function offerLamp(tR: f64, tG: f64, tB: f64): void {
  nextPair();
  if (estimator == 2) return;
  standLamp(offset);
  if (!sampleLamp(lampFromX, lampFromY, lampFromZ)) return;
  lampSide = sideOf(lampX, lampY, lampZ);
  if (lampSide == 0) return;
  if (lampSide < 0) standLamp(-offset);
  if (hasFloor && lampFromY > floorY && lampFromY + lampY * lampReach < floorY) return;
  evaluate(lampX, lampY, lampZ);
  const w = estimator == 0 ? 1.0 / (lampDensity + density) : 1.0 / lampDensity;
  lampR = tR * valR * w;
  lampG = tG * valG * w;
  lampB = tB * valB * w;
  isLampOffered = Math.max(lampR, Math.max(lampG, lampB)) > 0.0;
}

function offerAreaLight(tR: f64, tG: f64, tB: f64): void {
  if (estimator == 2) return;
  stand(offset);
  if (!sampleAreaLight(fromX, fromY, fromZ, (u1 - skyShare) / (1.0 - skyShare), u2)) return;
  side = sideOf(areaX, areaY, areaZ);
  if (side == 0) return;
  if (side < 0) stand(-offset);
  if (hasFloor && fromY > floorY && fromY + areaY * areaReach < floorY) {
    const t = (floorY - fromY) / areaY;
    if (isOnTable(fromX + areaX * t, fromZ + areaZ * t)) return;
  }
  evaluate(areaX, areaY, areaZ);
  const w = estimator == 0 ? 1.0 / (areaDensity + density) : 1.0 / areaDensity;
  offerR = tR * valR * areaR * w;
  offerG = tG * valG * areaG * w;
  offerB = tB * valB * areaB * w;
  toX = areaX;
  toY = areaY;
  toZ = areaZ;
  toReach = areaReach;
  isOffered = Math.max(offerR, Math.max(offerG, offerB)) > 0.0;
}

function offerSky(tR: f64, tG: f64, tB: f64): void {
  sampleSky(skyShare);
  side = sideOf(skyX, skyY, skyZ);
  if (estimator == 2 || side == 0) return;
  stand(side < 0 ? -offset : offset);
  if (hasFloor && skyY < 0.0 && fromY > floorY) return;
  evaluate(skyX, skyY, skyZ);
  if (Math.max(valR, Math.max(valG, valB)) <= 0.0 || skyDensity <= 0.0) return;
  const found = skyDensity * skyShare;
  const w = estimator == 0 ? 1.0 / (found + density) : 1.0 / found;
  offerR = tR * valR * skyR * w;
  offerG = tG * valG * skyG * w;
  offerB = tB * valB * skyB * w;
  toX = skyX;
  toY = skyY;
  toZ = skyZ;
  toReach = FAR;
  isOffered = Math.max(offerR, Math.max(offerG, offerB)) > 0.0;
}

/** Where shadow rays begin: off the surface, on the side of the light. */
function stand(by: f64): void {
  fromX = H.pX + H.gX * by;
  fromY = H.pY + H.gY * by;
  fromZ = H.pZ + H.gZ * by;
}

function standLamp(by: f64): void {
  lampFromX = H.pX + H.gX * by;
  lampFromY = H.pY + H.gY * by;
  lampFromZ = H.pZ + H.gZ * by;
}

/**
 * Adds the offered light that nothing is in the way of.
 *
 * @param here, there Solids on this and on the other side of the surface.
 */
export function collectLight(here: usize, there: usize, isIndirect: bool, passesBacks: bool): void {
  const medium = side < 0 ? there : here;
  if (isForCyclorama) {
    changeCyclorama(passesBacks, isIndirect);
    addLight(changeR, changeG, changeB, isIndirect);
  }
  if (isOffered && isLit(fromX, fromY, fromZ, toX, toY, toZ, medium, passesBacks, toReach, false))
    addLight(offerR * litR, offerG * litG, offerB * litB, isIndirect);
  if (punctualLights != 0 && collectPunctualLight(here, there, passesBacks))
    addLight(foundR, foundG, foundB, isIndirect);
  if (!isLampOffered) return;
  const lampMedium = lampSide < 0 ? there : here;
  if (!isLit(lampFromX, lampFromY, lampFromZ, lampX, lampY, lampZ, lampMedium, passesBacks, lampReach, false))
    return;
  lookAtLamp(lampX, lampY, lampZ);
  addLight(lampR * litR * shineR, lampG * litG * shineG, lampB * litB * shineB, isIndirect);
}
