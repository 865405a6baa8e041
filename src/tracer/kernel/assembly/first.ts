import * as H from './hit.ts';
import * as S from './surface.ts';

/** First surface on the path that was there: albedo and shading normal, for the denoiser. */
export let hasFirst: bool = false;
export let firstR: f64 = 0;
export let firstG: f64 = 0;
export let firstB: f64 = 0;
export let firstX: f64 = 0;
export let firstY: f64 = 0;
export let firstZ: f64 = 0;

export function resetFirst(): void {
  hasFirst = false;
}

/** Notes the shaded surface unless there was one before. Glass counts as white: its colour is what lies behind. */
export function noteFirst(): void {
  if (hasFirst) return;
  hasFirst = true;
  const t = S.transmission;
  firstR = S.baseR + (1.0 - S.baseR) * t;
  firstG = S.baseG + (1.0 - S.baseG) * t;
  firstB = S.baseB + (1.0 - S.baseB) * t;
  firstX = H.nX;
  firstY = H.nY;
  firstZ = H.nZ;
}
