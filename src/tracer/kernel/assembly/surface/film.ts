import { cosine, exp2, turn } from '../maths.ts';

/** Reflectance per channel of the last {@link reflectFilm}. */
export let filmR: f64 = 0;
export let filmG: f64 = 0;
export let filmB: f64 = 0;

/** CIE 1931 responses to a phase, as sums of Gaussians (Belcour and Barla 2017): size, turns and decay per nm of path. */
const SIZE_X: f64 = 0.8465900023036574;
const SIZE_Y: f64 = 1.0002218935839293;
const SIZE_Z: f64 = 1.0011224857215686;
const SIZE_X2: f64 = 0.15386830651283523;
const TURNS_X: f64 = 0.001681;
const TURNS_Y: f64 = 0.0017953;
const TURNS_Z: f64 = 0.0022084;
const TURNS_X2: f64 = 0.0022399;
const DECAY_X: f64 = 2.464912222107237e-7;
const DECAY_Y: f64 = 5.29946445349115e-7;
const DECAY_Z: f64 = 3.765942535189995e-7;
const DECAY_X2: f64 = 2.579050677976337e-7;

let x: f64 = 0;
let y: f64 = 0;
let z: f64 = 0;

function wave(size: f64, turns: f64, decay: f64, path: f64, shift: f64): f64 {
  turn(turns * path + shift);
  return size * cosine * exp2(-decay * path * path);
}

/** Response of the eye to a path difference in nm, with a phase per channel in turns, into x, y and z. */
function respond(path: f64, r: f64, g: f64, b: f64): void {
  x = wave(SIZE_X, TURNS_X, DECAY_X, path, r) + wave(SIZE_X2, TURNS_X2, DECAY_X2, path, r);
  y = wave(SIZE_Y, TURNS_Y, DECAY_Y, path, g);
  z = wave(SIZE_Z, TURNS_Z, DECAY_Z, path, b);
}

function schlick(f0: f64, c: f64): f64 {
  const f = 1.0 - c,
    f2 = f * f;
  return f0 + (1.0 - f0) * f2 * f2 * f;
}

/** Index of what reflects a share of the light at normal incidence. */
function indexOf(f0: f64): f64 {
  const root = Math.sqrt(Math.min(0.9999, Math.max(0.0, f0)));
  return (1.0 + root) / (1.0 - root);
}

function bounce(from: f64, to: f64): f64 {
  const r = (to - from) / (to + from);
  return r * r;
}

function limit(value: f64): f64 {
  return Math.min(0.9999, Math.max(1e-5, value));
}

/**
 * A thin film over a base (KHR_materials_iridescence, after Belcour and Barla): what it reflects, seen at a cosine.
 *
 * @param nm Thickness of the film.
 */
export function reflectFilm(c1: f64, index: f64, nm: f64, f0R: f64, f0G: f64, f0B: f64): void {
  // A film without thickness is none.
  const t = Math.min(1.0, nm / 0.03);
  const film = 1.0 + (index - 1.0) * t * t * (3.0 - 2.0 * t);
  const sin2 = (1.0 - c1 * c1) / (film * film);
  if (sin2 > 1.0) {
    filmR = 1;
    filmG = 1;
    filmB = 1;
    return;
  }
  const c2 = Math.sqrt(1.0 - sin2);
  const r12 = schlick(bounce(1.0, film), c1);
  const t121 = 1.0 - r12;
  const phase: f64 = film < 1.0 ? 0.0 : 0.5;
  const baseR = indexOf(f0R),
    baseG = indexOf(f0G),
    baseB = indexOf(f0B);
  const r23R = schlick(bounce(film, baseR), c2),
    r23G = schlick(bounce(film, baseG), c2),
    r23B = schlick(bounce(film, baseB), c2);
  const phaseR = phase + (baseR < film ? 0.5 : 0.0),
    phaseG = phase + (baseG < film ? 0.5 : 0.0),
    phaseB = phase + (baseB < film ? 0.5 : 0.0);
  const r123R = limit(r12 * r23R),
    r123G = limit(r12 * r23G),
    r123B = limit(r12 * r23B);
  const rsR = (t121 * t121 * r23R) / (1.0 - r123R),
    rsG = (t121 * t121 * r23G) / (1.0 - r123G),
    rsB = (t121 * t121 * r23B) / (1.0 - r123B);
  let sumR = r12 + rsR,
    sumG = r12 + rsG,
    sumB = r12 + rsB;
  let cR = rsR - t121,
    cG = rsG - t121,
    cB = rsB - t121;
  const path = 2.0 * film * nm * c2;
  for (let m = 1; m <= 2; m++) {
    const k = <f64>m;
    cR *= Math.sqrt(r123R);
    cG *= Math.sqrt(r123G);
    cB *= Math.sqrt(r123B);
    respond(k * path, k * phaseR, k * phaseG, k * phaseB);
    sumR += cR * 2.0 * (3.2404542 * x - 1.5371385 * y - 0.4985314 * z);
    sumG += cG * 2.0 * (1.8760108 * y - 0.969266 * x + 0.041556 * z);
    sumB += cB * 2.0 * (0.0556434 * x - 0.2040259 * y + 1.0572252 * z);
  }
  filmR = Math.min(1.0, Math.max(0.0, sumR));
  filmG = Math.min(1.0, Math.max(0.0, sumG));
  filmB = Math.min(1.0, Math.max(0.0, sumB));
}
