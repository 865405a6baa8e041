import * as L from '../../layout.ts';
import * as H from '../hit.ts';
import * as O from './lobes.ts';
import * as S from './surface.ts';

/** Diffuse colour of the shaded surface, and of what comes out on its other side. */
export let diffR: f64 = 0;
export let diffG: f64 = 0;
export let diffB: f64 = 0;
export let transR: f64 = 0;
export let transG: f64 = 0;
export let transB: f64 = 0;
export let isTranslucent: bool = false;
/** Diffuse value times cosine of the last {@link evaluateDiffuse}. */
export let lobeR: f64 = 0;
export let lobeG: f64 = 0;
export let lobeB: f64 = 0;
/** What of the light gets below the reflecting layer and is not let through. */
let underR: f64 = 0;
let underG: f64 = 0;
let underB: f64 = 0;
/** Of a rough surface: the single lobe's height, the loss it leaves in the view, what gets out of cavities again. */
let isRough: bool = false;
let height: f64 = 1;
let viewLoss: f64 = 0;
let meanLoss: f64 = 1;
let manyR: f64 = 0;
let manyG: f64 = 0;
let manyB: f64 = 0;
const INV_PI: f64 = 0.3183098861837907;
/** 1/2 - 2/(3 pi) and 2/3 - 28/(15 pi). */
const FALL: f64 = 0.2877934092108062;
const MEAN: f64 = 0.07248821245692394;
const LEAST: f64 = 1e-7;

/**
 * Prepares what lies below the reflecting layer: a diffuse lobe (KHR_materials_diffuse_roughness makes it a rough one) and
 * what comes out Lambertian on the other side (KHR_materials_diffuse_transmission).
 *
 * @param cosine Of the view. @param left What the layer leaves, per channel. @param open Share that is neither metal nor glass.
 */
export function prepareDiffuse(cosine: f64, leftR: f64, leftG: f64, leftB: f64, open: f64): void {
  const solid = open * S.occlusion;
  diffR = S.baseR * leftR * solid;
  diffG = S.baseG * leftG * solid;
  diffB = S.baseB * leftB * solid;
  isTranslucent = O.diffuseTransmission > 0.0 && open > 0.0;
  transR = 0;
  transG = 0;
  transB = 0;
  if (isTranslucent) {
    const t = O.diffuseTransmission * open,
      kept = 1.0 - O.diffuseTransmission;
    transR = O.throughR * leftR * t;
    transG = O.throughG * leftG * t;
    transB = O.throughB * leftB * t;
    diffR *= kept;
    diffG *= kept;
    diffB *= kept;
  }
  isRough = O.diffuseRoughness > 0.0;
  if (!isRough) return;
  const kept = solid * (1.0 - O.diffuseTransmission);
  underR = leftR * kept;
  underG = leftG * kept;
  underB = leftB * kept;
  height = 1.0 / (1.0 + FALL * O.diffuseRoughness);
  viewLoss = loss(cosine);
  meanLoss = Math.max(LEAST, 1.0 - height * (1.0 + MEAN * O.diffuseRoughness));
  manyR = many(S.baseR);
  manyG = many(S.baseG);
  manyB = many(S.baseB);
}

/** What single scattering loses of white at a cosine: fitted to 0.1 % by the model's authors. */
function loss(cosine: f64): f64 {
  const c = 1.0 - cosine;
  const g = c * (0.0571085289 + c * (0.491881867 + c * (-0.332181442 + c * 0.0714429953)));
  return Math.max(LEAST, 1.0 - height * (1.0 + O.diffuseRoughness * g));
}

/** Colour of light that met several facets. */
function many(base: f64): f64 {
  const rho = Math.min(1.0, base);
  return (rho * rho * (1.0 - meanLoss)) / (meanLoss * (1.0 - rho * meanLoss));
}

/**
 * The diffuse lobe towards the light, above the surface.
 *
 * A rough one is energy-preserving Oren and Nayar: Portsmouth, Kutz and Hill 2025, "EON: A Practical Energy-Preserving Rough
 * Diffuse BRDF", JCGT 14(1), with their fit of its albedo, as three.js has it on the stage.
 *
 * @param along Cosine between view and light. @param view, light Cosines to the normal.
 */
export function evaluateDiffuse(along: f64, view: f64, light: f64): void {
  const cosine = light * INV_PI;
  if (!isRough) {
    lobeR = diffR * cosine;
    lobeG = diffG * cosine;
    lobeB = diffB * cosine;
    return;
  }
  const s = along - view * light;
  const slope = s > 0.0 ? s / Math.max(LEAST, Math.max(view, light)) : s;
  const once = height * (1.0 + O.diffuseRoughness * slope);
  const again = viewLoss * loss(light);
  lobeR = underR * cosine * (Math.min(1.0, S.baseR) * once + manyR * again);
  lobeG = underG * cosine * (Math.min(1.0, S.baseG) * once + manyG * again);
  lobeB = underB * cosine * (Math.min(1.0, S.baseB) * once + manyB * again);
}

/** On which side of the surface light from a direction counts: 1 this one, -1 the other one, 0 neither. */
export function sideOf(lx: f64, ly: f64, lz: f64): i32 {
  if (lx * H.gX + ly * H.gY + lz * H.gZ > 0.0) return 1;
  return isTranslucent && lx * H.nX + ly * H.nY + lz * H.nZ < 0.0 ? -1 : 0;
}

/** Medium on the other side of the located surface, given the one on this side. */
export function mediumBehind(here: usize): usize {
  if (!(H.flags & L.F_DENSE)) return here;
  return H.isBack ? 0 : H.material;
}
