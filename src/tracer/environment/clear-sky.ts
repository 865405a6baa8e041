import type { Environment } from '../../contract/scene/environment.ts';
import { cosTurns, exp2, log2, sinTurns, turnsOf } from '../portable-maths.ts';

type Triple = [number, number, number];
type SkySettings = Pick<
  Extract<Environment, { kind: 'sky' }>,
  'elevationDegrees' | 'haze' | 'hasSun' | 'sunDegrees'
>;

/** The disc of a sun: a light of its own, which no pixel could hold. */
export interface Sun {
  readonly elevationDegrees: number;
  /** Across. */
  readonly degrees: number;
  /** Of a surface that faces it, in the units of the sky around it. */
  readonly irradiance: Readonly<Triple>;
}

/** A sky of which every direction can be asked. */
export interface ClearSky {
  /**
   * Radiance in kilocandelas for each square metre, towards a unit direction above the horizon, of which Y and Z tell:
   * the sun stands along -Z.
   */
  readonly radiance: (up: number, south: number) => Triple;
  readonly sun: Sun | null;
}

/**
 * The model of Preetham, Shirley and Smits, "A Practical Analytic Model for Daylight" (SIGGRAPH 1999): Perez's luminance
 * and chromaticities by turbidity, and the sun behind Rayleigh scattering, aerosol and ozone. A white surface in the light
 * of 6,000 K is white: between daylight film and open shade.
 */
export function openClearSky({ elevationDegrees, haze, hasSun, sunDegrees }: SkySettings): ClearSky {
  const t = haze;
  const zenith = (Math.PI * (90 - elevationDegrees)) / 180;
  const [sunY, sunZ] = [sinTurns(elevationDegrees / 360), -cosTurns(elevationDegrees / 360)];
  const luminance: Perez = [
    0.1787 * t - 1.463,
    -0.3554 * t + 0.4275,
    -0.0227 * t + 5.3251,
    0.1206 * t - 2.5771,
    -0.067 * t + 0.3703,
  ];
  const chromaX: Perez = [
    -0.0193 * t - 0.2592,
    -0.0665 * t + 0.0008,
    -0.0004 * t + 0.2125,
    -0.0641 * t - 0.8989,
    -0.0033 * t + 0.0452,
  ];
  const chromaY: Perez = [
    -0.0167 * t - 0.2608,
    -0.095 * t + 0.0092,
    -0.0079 * t + 0.2102,
    -0.0441 * t - 1.6537,
    -0.0109 * t + 0.0529,
  ];
  const chi = (4 / 9 - t / 120) * (Math.PI - 2 * zenith);
  const turns = chi / (2 * Math.PI);
  const bright = ((4.0453 * t - 4.971) * sinTurns(turns)) / cosTurns(turns) - 0.2155 * t + 2.4192;
  const [z1, z2, z3] = [zenith, zenith * zenith, zenith * zenith * zenith];
  const x =
    t * t * (0.00166 * z3 - 0.00375 * z2 + 0.00209 * z1) +
    t * (-0.02903 * z3 + 0.06377 * z2 - 0.03202 * z1 + 0.00394) +
    (0.11693 * z3 - 0.21196 * z2 + 0.06052 * z1 + 0.25886);
  const y =
    t * t * (0.00275 * z3 - 0.0061 * z2 + 0.00317 * z1) +
    t * (-0.04214 * z3 + 0.0897 * z2 - 0.04153 * z1 + 0.00516) +
    (0.15346 * z3 - 0.26756 * z2 + 0.0667 * z1 + 0.26688);
  const [scale, scaleX, scaleY] = [
    Math.max(0.05, bright) / perez(luminance, 1, zenith, sunY),
    x / perez(chromaX, 1, zenith, sunY),
    y / perez(chromaY, 1, zenith, sunY),
  ];
  return {
    radiance(dy, dz) {
      const up = Math.max(0.01, dy);
      const cosine = Math.min(1, Math.max(-1, dy * sunY + dz * sunZ));
      const sine = Math.sqrt(Math.max(0, 1 - cosine * cosine));
      const angle = 2 * Math.PI * turnsOf(sine, cosine);
      const whole = Math.max(0, scale * perez(luminance, up, angle, cosine));
      const cx = scaleX * perez(chromaX, up, angle, cosine);
      const cy = Math.max(0.05, scaleY * perez(chromaY, up, angle, cosine));
      return balanced((cx / cy) * whole, whole, ((1 - cx - cy) / cy) * whole);
    },
    sun: hasSun ? { elevationDegrees, degrees: sunDegrees, irradiance: sunlight(elevationDegrees, t) } : null,
  };
}

type Perez = readonly [number, number, number, number, number];

/** @param up Cosine from the zenith. @param angle From the sun, radians. */
function perez([a, b, c, d, e]: Perez, up: number, angle: number, cosine: number): number {
  return (1 + a * exp(b / up)) * (1 + c * exp(d * angle) + e * cosine * cosine);
}

/** Linear Rec. 709 of D60, CIE x 0.3217 and y 0.3378. */
const WHITE = toRgb(0.3217 / 0.3378, 1, (1 - 0.3217 - 0.3378) / 0.3378);

function balanced(x: number, y: number, z: number): Triple {
  const [r, g, b] = toRgb(x, y, z);
  return [Math.max(0, r / WHITE[0]), Math.max(0, g / WHITE[1]), Math.max(0, b / WHITE[2])];
}

function toRgb(x: number, y: number, z: number): Triple {
  return [
    3.2404542 * x - 1.5371385 * y - 0.4985314 * z,
    -0.969266 * x + 1.8760108 * y + 0.041556 * z,
    0.0556434 * x - 0.2040259 * y + 1.0572252 * z,
  ];
}

/** Above the air, kilolux: 5,900 K, near enough white. */
const ABOVE_AIR: Triple = [128.5, 127.5, 126.5];
/** Optical depths of one air mass at 610, 550 and 465 nm: Rayleigh and ozone together, and aerosol for each beta. */
const AIR: Triple = [0.109, 0.13, 0.203];
const AEROSOL: Triple = [1.9015, 2.1754, 2.7059];

function sunlight(elevationDegrees: number, haze: number): Triple {
  const beta = 0.04608 * haze - 0.04586;
  const low = exp2(1.253 * log2(1 / (elevationDegrees + 3.885)));
  const mass = 1 / (sinTurns(elevationDegrees / 360) + 0.15 * low);
  const arriving = (k: 0 | 1 | 2) => ABOVE_AIR[k] * exp(-mass * (AIR[k] + beta * AEROSOL[k]));
  return [arriving(0), arriving(1), arriving(2)];
}

function exp(x: number): number {
  return exp2(x * Math.LOG2E);
}
