import { cosTurns, exp2 } from '../../../src/tracer/portable-maths.ts';

/** CIE 1931 responses to a phase, as sums of Gaussians (Belcour and Barla 2017): size, turns and decay per nm of path. */
const SIZE_X = 0.8465900023036574;
const SIZE_Y = 1.0002218935839293;
const SIZE_Z = 1.0011224857215686;
const SIZE_X2 = 0.15386830651283523;
const TURNS_X = 0.001681;
const TURNS_Y = 0.0017953;
const TURNS_Z = 0.0022084;
const TURNS_X2 = 0.0022399;
const DECAY_X = 2.464912222107237e-7;
const DECAY_Y = 5.29946445349115e-7;
const DECAY_Z = 3.765942535189995e-7;
const DECAY_X2 = 2.579050677976337e-7;

function wave(size: number, turns: number, decay: number, path: number, shift: number): number {
  return size * cosTurns(turns * path + shift) * exp2(-decay * path * path);
}

/** Response of the eye to a path difference in nm, with a phase per channel in turns. */
function respond(path: number, r: number, g: number, b: number): [number, number, number] {
  return [
    wave(SIZE_X, TURNS_X, DECAY_X, path, r) + wave(SIZE_X2, TURNS_X2, DECAY_X2, path, r),
    wave(SIZE_Y, TURNS_Y, DECAY_Y, path, g),
    wave(SIZE_Z, TURNS_Z, DECAY_Z, path, b),
  ];
}

function schlick(f0: number, c: number): number {
  const f = 1 - c,
    f2 = f * f;
  return f0 + (1 - f0) * f2 * f2 * f;
}

/** Index of what reflects a share of the light at normal incidence. */
function indexOf(f0: number): number {
  const root = Math.sqrt(Math.min(0.9999, Math.max(0, f0)));
  return (1 + root) / (1 - root);
}

function bounce(from: number, to: number): number {
  const r = (to - from) / (to + from);
  return r * r;
}

function limit(value: number): number {
  return Math.min(0.9999, Math.max(1e-5, value));
}

/**
 * A thin film over a base (KHR_materials_iridescence, after Belcour and Barla): what it reflects, seen at a cosine.
 *
 * @param nm Thickness of the film.
 */
export function reflectFilm(
  c1: number,
  index: number,
  nm: number,
  f0R: number,
  f0G: number,
  f0B: number,
): [number, number, number] {
  // A film without thickness is none.
  const t = Math.min(1, nm / 0.03);
  const film = 1 + (index - 1) * t * t * (3 - 2 * t);
  const sin2 = (1 - c1 * c1) / (film * film);
  if (sin2 > 1) {
    return [1, 1, 1];
  }
  const c2 = Math.sqrt(1 - sin2);
  const r12 = schlick(bounce(1, film), c1);
  const t121 = 1 - r12;
  const phase = film < 1 ? 0 : 0.5;
  const baseR = indexOf(f0R),
    baseG = indexOf(f0G),
    baseB = indexOf(f0B);
  const r23R = schlick(bounce(film, baseR), c2),
    r23G = schlick(bounce(film, baseG), c2),
    r23B = schlick(bounce(film, baseB), c2);
  const phaseR = phase + (baseR < film ? 0.5 : 0),
    phaseG = phase + (baseG < film ? 0.5 : 0),
    phaseB = phase + (baseB < film ? 0.5 : 0);
  const r123R = limit(r12 * r23R),
    r123G = limit(r12 * r23G),
    r123B = limit(r12 * r23B);
  const rsR = (t121 * t121 * r23R) / (1 - r123R),
    rsG = (t121 * t121 * r23G) / (1 - r123G),
    rsB = (t121 * t121 * r23B) / (1 - r123B);
  let sumR = r12 + rsR,
    sumG = r12 + rsG,
    sumB = r12 + rsB;
  let cR = rsR - t121,
    cG = rsG - t121,
    cB = rsB - t121;
  const path = 2 * film * nm * c2;
  for (let m = 1; m <= 2; m++) {
    const k = m;
    cR *= Math.sqrt(r123R);
    cG *= Math.sqrt(r123G);
    cB *= Math.sqrt(r123B);
    const [x, y, z] = respond(k * path, k * phaseR, k * phaseG, k * phaseB);
    sumR += cR * 2 * (3.2404542 * x - 1.5371385 * y - 0.4985314 * z);
    sumG += cG * 2 * (1.8760108 * y - 0.969266 * x + 0.041556 * z);
    sumB += cB * 2 * (0.0556434 * x - 0.2040259 * y + 1.0572252 * z);
  }
  return [sumR, sumG, sumB].map((sum) => Math.min(1, Math.max(0, sum))) as [number, number, number];
}
