import * as L from '../../layout.ts';
import * as H from '../hit.ts';
import { exp2, log2 } from '../maths.ts';
import {
  diffB,
  diffG,
  diffR,
  evaluateDiffuse,
  isTranslucent,
  lobeB,
  lobeG,
  lobeR,
  prepareDiffuse,
  sideOf,
  transB,
  transG,
  transR,
} from './diffuse.ts';
import { filmB, filmG, filmR, reflectFilm } from './film.ts';
import { bX, bY, bZ, cbX, cbY, cbZ, ctX, ctY, ctZ, makeFrames, tX, tY, tZ } from './frames.ts';
import * as O from './lobes.ts';
import {
  distribution,
  distributionAlong,
  lambda,
  lambdaAlong,
  lookUpEnergy,
  lookUpSheen,
  tableA,
  tableB,
} from './microfacet.ts';
import * as S from './surface.ts';

/** Value times cosine, and density, of the last {@link evaluate}. */
export let valR: f64 = 0;
export let valG: f64 = 0;
export let valB: f64 = 0;
export let density: f64 = 0;
/** Probability and weight of passing through. */
export let passShare: f64 = 0;
export let passR: f64 = 0;
export let passG: f64 = 0;
export let passB: f64 = 0;

/** View in both frames. */
export let vX: f64 = 0;
export let vY: f64 = 0;
export let vZ: f64 = 0;
export let cvX: f64 = 0;
export let cvY: f64 = 0;
export let cvZ: f64 = 0;
/** Reflectance at both ends, energy gain, shares of the layers, lobe probabilities. */
let f0R: f64 = 0;
let f0G: f64 = 0;
let f0B: f64 = 0;
let f90R: f64 = 1;
let f90G: f64 = 1;
let f90B: f64 = 1;
let gainR: f64 = 1;
let gainG: f64 = 1;
let gainB: f64 = 1;
let underCoat: f64 = 1;
let base: f64 = 1;
/** Roughness along the frame's x and y; they differ where {@link isStretched}. */
export let alphaX: f64 = 0;
export let alphaY: f64 = 0;
let isStretched: bool = false;
export let coatAlpha: f64 = 0;
let invSheenAlpha: f64 = 1;
let hasSheen: bool = false;
export let specularShare: f64 = 0;
export let coatShare: f64 = 0;
export let diffuseShare: f64 = 0;
export let transShare: f64 = 0;
/** Share of even light from all sides that the prepared surface reflects, per channel: for the denoiser. */
export let whiteR: f64 = 0;
export let whiteG: f64 = 0;
export let whiteB: f64 = 0;
let viewLambda: f64 = 0;
let coatViewLambda: f64 = 0;
const INV_PI: f64 = 0.3183098861837907;
/** Least roughness squared for light from one point: three.js has it on the stage, and a finer highlight is lost between rays. */
const LEAST_ALPHA: f64 = 0.00275625;

/** The energy table knows one roughness: the round one that loses as much light, fitted to integrals to 0.01. */
function roundRoughness(): f64 {
  const apart = alphaX - alphaY;
  const round = Math.sqrt((alphaX * alphaX + alphaY * alphaY) * 0.5) * (1.0 - 0.055 * apart * apart);
  return Math.sqrt(round);
}

/** Reflected share of the base lobe per channel at a cosine; sets the lobe's ends and gain. */
function prepareSpecular(cosine: f64, rough: f64): void {
  const m = S.metalness;
  f0R = S.f0R + (S.baseR - S.f0R) * m;
  f0G = S.f0G + (S.baseG - S.f0G) * m;
  f0B = S.f0B + (S.baseB - S.f0B) * m;
  f90R = S.specular + (1.0 - S.specular) * m;
  f90G = f90R;
  f90B = f90R;
  if (O.iridescence > 0.0) {
    // Its colour follows from the view alone, so that both ends of the lobe have it.
    reflectFilm(cosine, O.filmIndex, O.filmThickness, f0R, f0G, f0B);
    f0R += (filmR - f0R) * O.iridescence;
    f0G += (filmG - f0G) * O.iridescence;
    f0B += (filmB - f0B) * O.iridescence;
    f90R += (filmR - f90R) * O.iridescence;
    f90G += (filmG - f90G) * O.iridescence;
    f90B += (filmB - f90B) * O.iridescence;
  }
  lookUpEnergy(cosine, rough);
  const k = 1.0 / Math.max(1e-3, tableA + tableB) - 1.0;
  gainR = 1.0 + f0R * k;
  gainG = 1.0 + f0G * k;
  gainB = 1.0 + f0B * k;
}

/**
 * Light that goes straight through the located glass, per channel, in `passR` to `passB`. The body's tint is
 * taken once, where the ray enters.
 */
export function prepareStraight(cosine: f64): void {
  prepareSpecular(Math.max(0.004, cosine), S.roughness);
  const isExit = (H.flags & L.F_SOLID) != 0 && H.isBack;
  const through = isExit ? 1.0 - S.hidden : (1.0 - S.metalness) * S.transmission;
  passR = Math.max(0.0, 1.0 - (f0R * tableA + f90R * tableB) * gainR) * through * (isExit ? 1.0 : S.baseR);
  passG = Math.max(0.0, 1.0 - (f0G * tableA + f90G * tableB) * gainG) * through * (isExit ? 1.0 : S.baseG);
  passB = Math.max(0.0, 1.0 - (f0B * tableA + f90B * tableB) * gainB) * through * (isExit ? 1.0 : S.baseB);
}

/** Prepares the shaded surface for a ray that arrives along d. */
export function prepare(dx: f64, dy: f64, dz: f64): void {
  makeFrames();
  vX = -(dx * tX + dy * tY + dz * tZ);
  vY = -(dx * bX + dy * bY + dz * bZ);
  vZ = Math.max(0.004, -(dx * H.nX + dy * H.nY + dz * H.nZ));
  alphaY = S.roughness * S.roughness;
  isStretched = O.anisotropy > 0.0;
  alphaX = isStretched ? alphaY + (1.0 - alphaY) * O.anisotropy * O.anisotropy : alphaY;
  let coatReflects: f64 = 0.0;
  if (S.coat > 0.0) {
    cvX = -(dx * ctX + dy * ctY + dz * ctZ);
    cvY = -(dx * cbX + dy * cbY + dz * cbZ);
    cvZ = Math.max(0.004, -(dx * H.cX + dy * H.cY + dz * H.cZ));
    coatAlpha = S.coatRoughness * S.coatRoughness;
    coatViewLambda = lambda(cvZ, coatAlpha);
    lookUpEnergy(cvZ, S.coatRoughness);
    coatReflects = S.coat * (0.04 * tableA + tableB);
  }
  underCoat = 1.0 - coatReflects;
  hasSheen = O.sheenR + O.sheenG + O.sheenB > 0.0;
  base = 1.0;
  let sheenAlbedo: f64 = 0.0;
  if (hasSheen) {
    sheenAlbedo = lookUpSheen(vZ, O.sheenRoughness);
    base = 1.0 - Math.max(O.sheenR, Math.max(O.sheenG, O.sheenB)) * sheenAlbedo;
    invSheenAlpha = 1.0 / (O.sheenRoughness * O.sheenRoughness);
  }
  prepareSpecular(vZ, isStretched ? roundRoughness() : S.roughness);
  viewLambda = isStretched ? lambdaAlong(vX, vY, vZ, alphaX, alphaY) : lambda(vZ, alphaY);
  const eR = (f0R * tableA + f90R * tableB) * gainR,
    eG = (f0G * tableA + f90G * tableB) * gainG,
    eB = (f0B * tableA + f90B * tableB) * gainB;
  const isExit = (H.flags & L.F_SOLID) != 0 && H.isBack;
  const through = isExit ? 1.0 - S.hidden : (1.0 - S.metalness) * S.transmission;
  const open = (1.0 - S.metalness) * (isExit ? S.hidden : 1.0 - S.transmission);
  const leftR = Math.max(0.0, 1.0 - eR),
    leftG = Math.max(0.0, 1.0 - eG),
    leftB = Math.max(0.0, 1.0 - eB);
  prepareDiffuse(vZ, leftR, leftG, leftB, open);
  const under = underCoat * base;
  passR = under * leftR * through * (isExit ? 1.0 : S.baseR);
  passG = under * leftG * through * (isExit ? 1.0 : S.baseG);
  passB = under * leftB * through * (isExit ? 1.0 : S.baseB);
  const sheen = sheenAlbedo * underCoat;
  whiteR = (eR + diffR + transR) * under + O.sheenR * sheen + coatReflects;
  whiteG = (eG + diffG + transG) * under + O.sheenG * sheen + coatReflects;
  whiteB = (eB + diffB + transB) * under + O.sheenB * sheen + coatReflects;
  const forSpecular = (eR + eG + eB) * under;
  const forDiffuse = (diffR + diffG + diffB) * under + (O.sheenR + O.sheenG + O.sheenB) * sheen;
  const forCoat = coatReflects * 3.0;
  const forPass = passR + passG + passB;
  const forTrans = (transR + transG + transB) * under;
  const k = 1.0 / (forSpecular + forDiffuse + forCoat + forPass + forTrans + 1e-9);
  specularShare = forSpecular * k;
  coatShare = forCoat * k;
  passShare = forPass * k;
  transShare = forTrans * k;
  diffuseShare = Math.max(0.0, 1.0 - specularShare - coatShare - passShare - transShare);
}

/** As {@link evaluate} for light that comes from one point: no lobe is narrower than {@link LEAST_ALPHA}. */
export function evaluateForPoint(lx: f64, ly: f64, lz: f64): void {
  const ownX = alphaX,
    ownY = alphaY,
    ownCoat = coatAlpha,
    ownLambda = viewLambda,
    ownCoatLambda = coatViewLambda;
  alphaX = Math.max(LEAST_ALPHA, alphaX);
  alphaY = Math.max(LEAST_ALPHA, alphaY);
  coatAlpha = Math.max(LEAST_ALPHA, coatAlpha);
  viewLambda = isStretched ? lambdaAlong(vX, vY, vZ, alphaX, alphaY) : lambda(vZ, alphaY);
  if (coatShare > 0.0) coatViewLambda = lambda(cvZ, coatAlpha);
  evaluate(lx, ly, lz);
  alphaX = ownX;
  alphaY = ownY;
  coatAlpha = ownCoat;
  viewLambda = ownLambda;
  coatViewLambda = ownCoatLambda;
}

/** All lobes towards a unit direction: reflection above the surface, diffuse transmission below it. */
export function evaluate(lx: f64, ly: f64, lz: f64): void {
  valR = 0;
  valG = 0;
  valB = 0;
  density = 0;
  const z = lx * H.nX + ly * H.nY + lz * H.nZ;
  if (isTranslucent && sideOf(lx, ly, lz) < 0) {
    const cosine = -z * INV_PI,
      k = underCoat * base * cosine;
    valR = transR * k;
    valG = transG * k;
    valB = transB * k;
    density = transShare * cosine;
    return;
  }
  if (z > 1e-5) {
    const x = lx * tX + ly * tY + lz * tZ,
      y = lx * bX + ly * bY + lz * bZ;
    let hx = vX + x,
      hy = vY + y,
      hz = vZ + z;
    const il = 1.0 / Math.sqrt(hx * hx + hy * hy + hz * hz);
    hz *= il;
    const vh = Math.min(1.0, (vX * hx + vY * hy) * il + vZ * hz);
    evaluateDiffuse(vX * x + vY * y + vZ * z, vZ, z);
    const facets = isStretched
      ? distributionAlong(hx * il, hy * il, hz, alphaX, alphaY)
      : distribution(hz, alphaY);
    const d = facets * (0.25 / vZ);
    const hidden = isStretched ? lambdaAlong(x, y, z, alphaX, alphaY) : lambda(z, alphaY);
    const s = d / (1.0 + viewLambda + hidden);
    const f = 1.0 - vh,
      f2 = f * f,
      fc = f2 * f2 * f;
    const cosine = z * INV_PI;
    const under = underCoat * base;
    valR = under * (s * (f0R + (f90R - f0R) * fc) * gainR + lobeR);
    valG = under * (s * (f0G + (f90G - f0G) * fc) * gainG + lobeG);
    valB = under * (s * (f0B + (f90B - f0B) * fc) * gainB + lobeB);
    density = (specularShare * d) / (1.0 + viewLambda) + diffuseShare * cosine;
    if (hasSheen) {
      // Charlie distribution with Neubelt visibility; 1/128 bounds the logarithm as three.js does.
      const sin2 = Math.max(0.0078125, 1.0 - hz * hz);
      const c =
        (underCoat * (2.0 + invSheenAlpha) * exp2(log2(sin2) * invSheenAlpha * 0.5) * (0.5 * INV_PI) * z) /
        (4.0 * (z + vZ - z * vZ));
      valR += c * O.sheenR;
      valG += c * O.sheenG;
      valB += c * O.sheenB;
    }
  }
  if (coatShare > 0.0) {
    const cz = lx * H.cX + ly * H.cY + lz * H.cZ;
    if (cz > 1e-5) {
      const cx = lx * ctX + ly * ctY + lz * ctZ,
        cy = lx * cbX + ly * cbY + lz * cbZ;
      const hx = cvX + cx,
        hy = cvY + cy,
        hz = cvZ + cz;
      const il = 1.0 / Math.sqrt(hx * hx + hy * hy + hz * hz);
      const vh = Math.min(1.0, (cvX * hx + cvY * hy + cvZ * hz) * il);
      const d = distribution(hz * il, coatAlpha) * (0.25 / cvZ);
      const f = 1.0 - vh,
        f2 = f * f;
      const c = (S.coat * (0.04 + 0.96 * f2 * f2 * f) * d) / (1.0 + coatViewLambda + lambda(cz, coatAlpha));
      valR += c;
      valG += c;
      valB += c;
      density += (coatShare * d) / (1.0 + coatViewLambda);
    }
  }
}
