import * as H from './hit.ts';
import {
  pickPunctualLight,
  pointB,
  pointG,
  pointR,
  pointReach,
  pointX,
  pointY,
  pointZ,
} from './punctual-lights.ts';
import { nextPair, u1 } from './random.ts';
import { estimator, offset } from './scene.ts';
import { isLit, litB, litG, litR } from './shadow.ts';
import { evaluateForPoint, valB, valG, valR } from './surface/bsdf.ts';
import { isTranslucent, sideOf } from './surface/diffuse.ts';

/** What arrived of the offered light, after {@link collectPunctualLight}. */
export let foundR: f64 = 0;
export let foundG: f64 = 0;
export let foundB: f64 = 0;
/** The offer: side, value and origin of the shadow ray; where its light is, is in `punctual-lights.ts`. */
let isPointOffered: bool = false;
let pointSide: i32 = 1;
let pointOfferR: f64 = 0;
let pointOfferG: f64 = 0;
let pointOfferB: f64 = 0;
let pointFromX: f64 = 0;
let pointFromY: f64 = 0;
let pointFromZ: f64 = 0;

/**
 * Looks for a light of the file from the prepared surface. It has no size, so that no ray finds it by chance: what it gives is all
 * here. The shadow ray waits for {@link collectPunctualLight}: it overwrites the surface.
 */
export function offerPunctualLight(tR: f64, tG: f64, tB: f64): void {
  isPointOffered = false;
  nextPair();
  if (estimator == 2) return;
  const isPicked = pickPunctualLight(H.pX, H.pY, H.pZ, H.gX, H.gY, H.gZ, isTranslucent, u1);
  if (!isPicked) return;
  pointSide = sideOf(pointX, pointY, pointZ);
  if (pointSide == 0) return;
  const by = pointSide < 0 ? -offset : offset;
  pointFromX = H.pX + H.gX * by;
  pointFromY = H.pY + H.gY * by;
  pointFromZ = H.pZ + H.gZ * by;
  evaluateForPoint(pointX, pointY, pointZ);
  pointOfferR = tR * valR * pointR;
  pointOfferG = tG * valG * pointG;
  pointOfferB = tB * valB * pointB;
  isPointOffered = Math.max(pointOfferR, Math.max(pointOfferG, pointOfferB)) > 0.0;
}

/**
 * Whether something arrives of the offered light.
 *
 * @param here, there Solids on this and on the other side of the surface.
 */
export function collectPunctualLight(here: usize, there: usize, passesBacks: bool): bool {
  if (!isPointOffered) return false;
  const medium = pointSide < 0 ? there : here;
  const isReached = isLit(
    pointFromX,
    pointFromY,
    pointFromZ,
    pointX,
    pointY,
    pointZ,
    medium,
    passesBacks,
    pointReach,
    false,
  );
  if (!isReached) return false;
  foundR = pointOfferR * litR;
  foundG = pointOfferG * litG;
  foundB = pointOfferB * litB;
  return true;
}
