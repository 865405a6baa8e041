type Rgb = { 0: number; 1: number; 2: number };

/**
 * Khronos PBR Neutral, the default tone mapping of the viewer and of the engines (L15). Source:
 * KhronosGroup/ToneMapping, PBR_Neutral. The viewer uses three.js's own copy of the same formula; the tracer has a
 * form of this one.
 *
 * @param rgb Linear Rec. 709, exposure already multiplied in. Written in place, 0 to 1 linear afterwards.
 */
export function toneMapNeutral(rgb: Rgb): void {
  takeSheen(rgb);
  compressPeak(rgb);
}

/** Its first half: takes off what a dielectric mirrors of white surroundings, so that a colour stays what it is. */
export function takeSheen(rgb: Rgb): void {
  const x = Math.min(rgb[0], rgb[1], rgb[2]);
  const offset = x < 0.08 ? x - 6.25 * x * x : 0.04;
  rgb[0] -= offset;
  rgb[1] -= offset;
  rgb[2] -= offset;
}

/** Its second half: brings what is too bright into 0 to 1, and towards white the brighter it is. */
export function compressPeak(rgb: Rgb): void {
  const startCompression = 0.8 - 0.04;
  const desaturation = 0.15;
  const peak = Math.max(rgb[0], rgb[1], rgb[2]);
  if (peak < startCompression) return;
  const d = 1 - startCompression;
  const newPeak = 1 - (d * d) / (peak + d - startCompression);
  const scale = newPeak / peak;
  const g = 1 - 1 / (desaturation * (peak - newPeak) + 1);
  rgb[0] = rgb[0] * scale * (1 - g) + newPeak * g;
  rgb[1] = rgb[1] * scale * (1 - g) + newPeak * g;
  rgb[2] = rgb[2] * scale * (1 - g) + newPeak * g;
}
