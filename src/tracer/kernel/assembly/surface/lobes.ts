import * as L from '../../layout.ts';
import * as H from '../hit.ts';
import { texA, texB, texG, texR } from './textures.ts';

/** What the located surface has beside its base and its coat. */
export let sheenR: f64 = 0;
export let sheenG: f64 = 0;
export let sheenB: f64 = 0;
export let sheenRoughness: f64 = 0;
/** Strength of the stretched highlight; its direction is the hit's. */
export let anisotropy: f64 = 0;
/** Share, index and thickness in nm of a thin film on top. */
export let iridescence: f64 = 0;
export let filmIndex: f64 = 1;
export let filmThickness: f64 = 0;
/** Share and colour of diffuse light that comes out on the other side. */
export let diffuseTransmission: f64 = 0;
export let throughR: f64 = 0;
export let throughG: f64 = 0;
export let throughB: f64 = 0;
export let diffuseRoughness: f64 = 0;

/** Film, diffuse light and sheen by their maps. */
export function readLobes(): void {
  readFilm();
  readDiffuse();
  readSheen();
}

/** Leaves of them the share that a label does not hide. */
export function coverLobes(rest: f64): void {
  diffuseTransmission *= rest;
  sheenR *= rest;
  sheenG *= rest;
  sheenB *= rest;
  iridescence *= rest;
  anisotropy *= rest;
}

export function clearLobes(): void {
  sheenR = 0;
  sheenG = 0;
  sheenB = 0;
  anisotropy = 0;
  iridescence = 0;
  diffuseTransmission = 0;
  diffuseRoughness = 0;
}

/** A soft sheen by its maps (KHR_materials_sheen). */
function readSheen(): void {
  sheenR = H.f(H.material, L.M_SHEEN_COLOUR);
  sheenG = H.f(H.material, L.M_SHEEN_COLOUR + 4);
  sheenB = H.f(H.material, L.M_SHEEN_COLOUR + 8);
  if (sheenR + sheenG + sheenB > 0.0) {
    if (H.readSlot(L.S_SHEEN_COLOUR)) {
      sheenR *= texR;
      sheenG *= texG;
      sheenB *= texB;
    }
    sheenRoughness = H.f(H.material, L.M_SHEEN_ROUGHNESS);
    if (H.readSlot(L.S_SHEEN_ROUGHNESS)) sheenRoughness *= texA;
    sheenRoughness = Math.max(0.07, Math.min(1.0, sheenRoughness));
  }
}

/** A thin film by its maps (KHR_materials_iridescence). */
export function readFilm(): void {
  iridescence = H.f(H.material, L.M_IRIDESCENCE);
  if (iridescence <= 0.0) return;
  if (H.readSlot(L.S_IRIDESCENCE)) iridescence *= texR;
  filmIndex = H.f(H.material, L.M_IRIDESCENCE + 4);
  const least = H.f(H.material, L.M_IRIDESCENCE + 8),
    most = H.f(H.material, L.M_IRIDESCENCE + 12);
  filmThickness = H.readSlot(L.S_IRIDESCENCE_THICKNESS) ? least + (most - least) * texG : most;
}

/** Strength and direction of a stretched highlight by its map (KHR_materials_anisotropy). */
export function readAnisotropy(): void {
  anisotropy = 0;
  if (!(H.flags & L.F_ANISOTROPIC)) return;
  anisotropy = H.f(H.material, L.M_ANISOTROPY);
  let x = H.f(H.material, L.M_ANISOTROPY + 4),
    y = H.f(H.material, L.M_ANISOTROPY + 8);
  if (H.readSlot(L.S_ANISOTROPY)) {
    const u = texR * 2.0 - 1.0,
      v = texG * 2.0 - 1.0;
    const turned = u * x - v * y;
    y = u * y + v * x;
    x = turned;
    anisotropy *= texB;
  }
  H.stretch(x, y);
}

/** The diffuse lobes by their maps (KHR_materials_diffuse_transmission, KHR_materials_diffuse_roughness). */
function readDiffuse(): void {
  diffuseRoughness = H.f(H.material, L.M_DIFFUSE_ROUGHNESS);
  if (diffuseRoughness > 0.0 && H.readSlot(L.S_DIFFUSE_ROUGHNESS)) diffuseRoughness *= texR;
  diffuseTransmission = H.f(H.material, L.M_DIFFUSE_TRANSMISSION);
  if (diffuseTransmission <= 0.0) return;
  if (H.readSlot(L.S_DIFFUSE_TRANSMISSION)) diffuseTransmission *= texA;
  throughR = H.f(H.material, L.M_DIFFUSE_TRANSMISSION + 4);
  throughG = H.f(H.material, L.M_DIFFUSE_TRANSMISSION + 8);
  throughB = H.f(H.material, L.M_DIFFUSE_TRANSMISSION + 12);
  if (!H.readSlot(L.S_DIFFUSE_TRANSMISSION_COLOUR)) return;
  throughR *= texR;
  throughG *= texG;
  throughB *= texB;
}
