import * as L from '../layout.ts';
import * as H from './hit.ts';
import { double } from './scene.ts';
import * as B from './surface/bsdf.ts';
import * as S from './surface/surface.ts';

/** Whether the path has met a surface that was there. */
export let hasFirst: bool = false;
/**
 * What an even white sky would show of everything that is seen sharply: the first surface, and through glass what lies
 * behind that. Own light counts as the surface that would be as bright. For the denoiser.
 */
export let firstR: f64 = 0;
export let firstG: f64 = 0;
export let firstB: f64 = 0;
/** Shading normal of the first surface; where glass comes first, half of it is that of the first that is none. */
export let firstX: f64 = 0;
export let firstY: f64 = 0;
export let firstZ: f64 = 0;
/** Whether what the path met first lets others through by chance: glass, or a material that blends. */
export let isVeiled: bool = false;
let isThroughGlass: bool = false;

export function resetFirst(): void {
  hasFirst = false;
  isVeiled = false;
  isThroughGlass = false;
  firstR = 0;
  firstG = 0;
  firstB = 0;
}

/** Notes normal and own light of the shaded surface, which is seen with the given weight. */
export function noteFirst(tR: f64, tG: f64, tB: f64): void {
  const isGlass = S.transmission > 0.5 * (1.0 - S.metalness);
  if (!hasFirst) {
    hasFirst = true;
    isThroughGlass = isGlass;
    if (isGlass) isVeiled = true;
    firstX = H.nX;
    firstY = H.nY;
    firstZ = H.nZ;
  } else if (isThroughGlass && !isGlass) {
    isThroughGlass = false;
    firstX = 0.5 * (firstX + H.nX);
    firstY = 0.5 * (firstY + H.nY);
    firstZ = 0.5 * (firstZ + H.nZ);
  }
  if (H.flags & L.F_UNLIT) {
    noteAlbedo(tR * S.baseR, tG * S.baseG, tB * S.baseB);
    return;
  }
  const white = double(L.D_WHITE);
  if (white > 0.0) noteAlbedo((tR * S.emitR) / white, (tG * S.emitG) / white, (tB * S.emitB) / white);
}

/** Notes a surface that blends, whether or not it lets this path through. */
export function noteBlend(): void {
  if (!hasFirst) isVeiled = true;
}

/** Notes what the prepared surface reflects. */
export function noteReflection(tR: f64, tG: f64, tB: f64): void {
  noteAlbedo(tR * B.whiteR, tG * B.whiteG, tB * B.whiteB);
}

export function noteAlbedo(r: f64, g: f64, b: f64): void {
  firstR += r;
  firstG += g;
  firstB += b;
}
