import * as L from '../../layout.ts';
import * as H from '../hit.ts';
import { colours } from '../scene.ts';
import * as K from './labels.ts';
import { clearLobes, coverLobes, readAnisotropy, readFilm, readLobes } from './lobes.ts';
import { texA, texB, texG, texR } from './textures.ts';
import { projectTriplanar, triB, triG, triNX, triNY, triNZ, triR, triRough } from './triplanar.ts';

/** Material values at the hit. */
export let baseR: f64 = 0;
export let baseG: f64 = 0;
export let baseB: f64 = 0;
export let emitR: f64 = 0;
export let emitG: f64 = 0;
export let emitB: f64 = 0;
export let metalness: f64 = 0;
export let roughness: f64 = 0;
export let occlusion: f64 = 1;
export let specular: f64 = 0;
export let f0R: f64 = 0;
export let f0G: f64 = 0;
export let f0B: f64 = 0;
export let coat: f64 = 0;
export let coatRoughness: f64 = 0;
export let transmission: f64 = 0;
/** Share of the surface that is not under the varnish of a label, whose own boundary to the air is gone. */
let bare: f64 = 1;
/** Share of the surface that labels hide. */
export let hidden: f64 = 0;

const MATT_ROUGHNESS: f64 = 0.85;
const FOIL_ROUGHNESS: f64 = 0.32;
const GLOSS_ROUGHNESS: f64 = 0.06;

/** Share of the located surface that is there, 0 to 1: the cut-out or the blended alpha. */
export function coverage(): f64 {
  let alpha = H.f(H.material, L.M_ALPHA);
  if (H.readSlot(L.S_BASE)) alpha *= texA;
  if (colours != 0) alpha *= H.blend(colours, 16, 12);
  if (H.flags & L.F_MASK) return alpha >= H.f(H.material, L.M_CUTOFF) ? 1.0 : 0.0;
  alpha = Math.min(1.0, Math.max(0.0, alpha));
  return isLabelled() ? alpha + (1.0 - alpha) * hideByLabels() : alpha;
}

/** Whether parts of the located surface may not be there. */
export function isHoley(): bool {
  return (H.flags & (L.F_MASK | L.F_BLEND)) != 0;
}

/** Own light of the located surface. */
export function readGlow(): void {
  emitR = H.f(H.material, L.M_EMISSIVE);
  emitG = H.f(H.material, L.M_EMISSIVE + 4);
  emitB = H.f(H.material, L.M_EMISSIVE + 8);
  if (emitR + emitG + emitB > 0.0 && H.readSlot(L.S_EMISSIVE)) {
    emitR *= texR;
    emitG *= texG;
    emitB *= texB;
  }
}

/** Base colour of the located surface. */
function readBase(): void {
  baseR = H.f(H.material, L.M_BASE);
  baseG = H.f(H.material, L.M_BASE + 4);
  baseB = H.f(H.material, L.M_BASE + 8);
  if (H.readSlot(L.S_BASE)) {
    baseR *= texR;
    baseG *= texG;
    baseB *= texB;
  }
  if (colours != 0) {
    baseR *= H.blend(colours, 16, 0);
    baseG *= H.blend(colours, 16, 4);
    baseB *= H.blend(colours, 16, 8);
  }
}

/** What glass needs for straight light: base colour, transmission by its map, cosine to the interpolated normal. */
export function readGlass(dx: f64, dy: f64, dz: f64): f64 {
  readBase();
  transmission = H.f(H.material, L.M_TRANSMISSION);
  if (H.readSlot(L.S_TRANSMISSION)) transmission *= texR;
  readMetalRough();
  readReflectance();
  readFilm();
  H.interpolateNormal();
  hidden = 0;
  if (isLabelled()) layLabels();
  return Math.abs(H.iX * dx + H.iY * dy + H.iZ * dz);
}

/** Metalness and roughness by their map, whose channels multiply them. */
function readMetalRough(): void {
  metalness = H.f(H.material, L.M_METALNESS);
  roughness = H.f(H.material, L.M_ROUGHNESS);
  if (H.readSlot(L.S_METAL_ROUGH)) {
    roughness *= texG;
    metalness *= texB;
  }
  roughness = Math.max(0.03, Math.min(1.0, roughness));
}

/** Dielectric reflectance at normal incidence (KHR_materials_ior, _specular). */
function readReflectance(): void {
  specular = H.f(H.material, L.M_SPECULAR);
  if (H.readSlot(L.S_SPECULAR)) specular *= texA;
  const f0 = H.f(H.material, L.M_F0);
  let r = H.f(H.material, L.M_SPECULAR_COLOUR),
    g = H.f(H.material, L.M_SPECULAR_COLOUR + 4),
    b = H.f(H.material, L.M_SPECULAR_COLOUR + 8);
  if (H.readSlot(L.S_SPECULAR_COLOUR)) {
    r *= texR;
    g *= texG;
    b *= texB;
  }
  f0R = Math.min(1.0, f0 * r) * specular;
  f0G = Math.min(1.0, f0 * g) * specular;
  f0B = Math.min(1.0, f0 * b) * specular;
}

/** Everything about the located surface that the BSDF needs. */
export function shade(dx: f64, dy: f64, dz: f64): void {
  H.interpolateNormal();
  readBase();
  readGlow();
  readMetalRough();
  occlusion = H.readSlot(L.S_OCCLUSION) ? 1.0 + 0.5 * H.f(H.material, L.M_OCCLUSION) * (texR - 1.0) : 1.0;
  readReflectance();
  readLobes();
  transmission = H.f(H.material, L.M_TRANSMISSION);
  if (transmission > 0.0 && H.readSlot(L.S_TRANSMISSION)) transmission *= texR;
  coat = H.f(H.material, L.M_CLEARCOAT);
  if (isLabelled() && coat <= 0.0) {
    H.setNormal(H.iX, H.iY, H.iZ);
    H.face(dx, dy, dz);
    H.keepCoatNormal();
  }
  if (coat > 0.0) {
    if (H.readSlot(L.S_CLEARCOAT)) coat *= texR;
    coatRoughness = H.f(H.material, L.M_CLEARCOAT_ROUGHNESS);
    if (H.readSlot(L.S_CLEARCOAT_ROUGHNESS)) coatRoughness *= texG;
    coatRoughness = Math.max(0.03, Math.min(1.0, coatRoughness));
    if (H.readSlot(L.S_CLEARCOAT_NORMAL)) H.bend(H.f(H.material, L.M_CLEARCOAT_NORMAL_SCALE));
    else H.setNormal(H.iX, H.iY, H.iZ);
    H.face(dx, dy, dz);
    H.keepCoatNormal();
  }
  if (load<i32>(H.material, L.M_TRIPLANAR_TEXTURE) >= 0) {
    projectTriplanar(H.material, H.pX, H.pY, H.pZ, H.iX, H.iY, H.iZ);
    baseR *= triR;
    baseG *= triG;
    baseB *= triB;
    if (load<i32>(H.material, L.M_TRIPLANAR_ROUGHNESS) >= 0) {
      roughness = Math.max(0.03, Math.min(1.0, H.f(H.material, L.M_ROUGHNESS) * triRough));
    }
    H.setNormal(triNX, triNY, triNZ);
  } else if (H.readSlot(L.S_NORMAL)) H.bend(H.f(H.material, L.M_NORMAL_SCALE));
  else H.setNormal(H.iX, H.iY, H.iZ);
  H.face(dx, dy, dz);
  readAnisotropy();
  hidden = 0;
  if (isLabelled()) layLabels();
}

function isLabelled(): bool {
  return H.flags >>> L.F_LABELS_SHIFT != 0;
}

/** Share of the located surface that labels hide, without anything else of them. */
function hideByLabels(): f64 {
  H.interpolateNormal();
  K.enterLabels();
  hidden = 0;
  for (let mask = H.flags >>> L.F_LABELS_SHIFT, i = 0; mask != 0; mask >>>= 1, i++) {
    if (mask & 1 && K.readLabel(i) && hides()) hidden = hidden * (1.0 - K.cover) + K.cover;
  }
  return hidden;
}

/** Whether nothing of the part shows through the label that was read. */
function hides(): bool {
  return K.hasUnderprint || K.finish == L.FINISH_FOIL;
}

/** Lays the labels over what the located surface is made of, each over those before it. */
function layLabels(): void {
  K.enterLabels();
  hidden = 0;
  bare = 1;
  for (let mask = H.flags >>> L.F_LABELS_SHIFT, i = 0; mask != 0; mask >>>= 1, i++) {
    if (mask & 1 && K.readLabel(i)) layLabel();
  }
  specular *= bare;
  f0R *= bare;
  f0G *= bare;
  f0B *= bare;
}

function layLabel(): void {
  const share = K.cover,
    rest = 1.0 - share;
  if (hides()) {
    baseR = baseR * rest + texR * share;
    baseG = baseG * rest + texG * share;
    baseB = baseB * rest + texB * share;
    metalness = metalness * rest + (K.finish == L.FINISH_FOIL ? share : 0.0);
    bare = bare * rest + (K.finish == L.FINISH_GLOSS ? 0.0 : share);
    hidden = hidden * rest + share;
    transmission *= rest;
    coverLobes(rest);
  } else {
    baseR *= rest + texR * share;
    baseG *= rest + texG * share;
    baseB *= rest + texB * share;
  }
  if (K.finish == L.FINISH_GLOSS) {
    coatRoughness = coat > 0.0 ? coatRoughness * rest + GLOSS_ROUGHNESS * share : GLOSS_ROUGHNESS;
    coat = coat * rest + share;
  } else if (K.finish == L.FINISH_MATT || K.finish == L.FINISH_FOIL) {
    roughness = roughness * rest + (K.finish == L.FINISH_MATT ? MATT_ROUGHNESS : FOIL_ROUGHNESS) * share;
    coat *= rest;
  }
}

/** Makes the floor the surface: a diffuse plane facing up. */
export function shadeFloor(x: f64, y: f64, z: f64, r: f64, g: f64, b: f64): void {
  H.locateFloor(x, y, z);
  baseR = r;
  baseG = g;
  baseB = b;
  emitR = 0;
  emitG = 0;
  emitB = 0;
  metalness = 0;
  roughness = 1;
  occlusion = 1;
  specular = 0;
  f0R = 0;
  f0G = 0;
  f0B = 0;
  coat = 0;
  transmission = 0;
  clearLobes();
  hidden = 0;
}
