import { ENERGY_SIZE } from '../kernel/layout.ts';
import { cosTurns, exp2, log2, sinTurns } from '../portable-maths.ts';

/**
 * Samples of the visible-normal distribution per entry: azimuths of a half circle (the other half mirrors it) by
 * heights. Error of an entry under 1e-3.
 */
const AZIMUTHS = 8;
const HEIGHTS = 32;
/** Points over the half hemisphere per entry of the sheen table, in both directions. */
const SHEEN_POINTS = 16;

/**
 * Directional albedo of the single-scattering GGX lobe with Smith masking, as the two factors of
 * `f0 * A + f90 * B` (Karis 2013). A + B is what a perfect mirror keeps; 1 - A - B is lost between microfacets.
 *
 * @returns Pairs (A, B), cosine fastest, `ENERGY_SIZE` cosines from 0 to 1 by as many roughnesses from 0 to 1.
 */
export function integrateEnergy(): Float32Array {
  const table = new Float32Array(ENERGY_SIZE * ENERGY_SIZE * 2);
  const circle = halfCircle(AZIMUTHS);
  for (let row = 0; row < ENERGY_SIZE; row++) {
    for (let column = 0; column < ENERGY_SIZE; column++) {
      const cosine = Math.max(column / (ENERGY_SIZE - 1), 0.004);
      const roughness = Math.max(row / (ENERGY_SIZE - 1), 0.03);
      const [a, b] = integrateLobe(cosine, roughness * roughness, circle);
      const at = (row * ENERGY_SIZE + column) * 2;
      table[at] = a;
      table[at + 1] = b;
    }
  }
  return table;
}

/** Cosines and sines at the middles of equal slices of a half circle. */
function halfCircle(slices: number): readonly (readonly [number, number])[] {
  return Array.from({ length: slices }, (_, i) => {
    const turns = (i + 0.5) / slices / 2;
    return [cosTurns(turns), sinTurns(turns)] as const;
  });
}

function integrateLobe(
  vz: number,
  alpha: number,
  circle: readonly (readonly [number, number])[],
): [number, number] {
  const vx = Math.sqrt(1 - vz * vz);
  const stretch = Math.sqrt(vx * alpha * vx * alpha + vz * vz);
  const sx = (vx * alpha) / stretch;
  const sz = vz / stretch;
  const viewMasking = smithLambda(vz, alpha);
  let a = 0;
  let b = 0;
  for (const [cosine, sine] of circle) {
    for (let j = 0; j < HEIGHTS; j++) {
      const z = (1 - (j + 0.5) / HEIGHTS) * (1 + sz) - sz;
      const radius = Math.sqrt(Math.max(0, 1 - z * z));
      const x = (radius * cosine + sx) * alpha;
      const y = radius * sine * alpha;
      const up = Math.max(1e-9, z + sz);
      const length = Math.sqrt(x * x + y * y + up * up);
      const vh = (vx * x + vz * up) / length;
      const lz = (2 * vh * up) / length - vz;
      if (lz <= 0) continue;
      const weight = (1 + viewMasking) / (1 + viewMasking + smithLambda(lz, alpha));
      const f = Math.max(0, 1 - vh);
      const fresnel = f * f * f * f * f;
      a += weight * (1 - fresnel);
      b += weight * fresnel;
    }
  }
  const count = AZIMUTHS * HEIGHTS;
  return [a / count, b / count];
}

function smithLambda(cosine: number, alpha: number): number {
  const c2 = cosine * cosine;
  return 0.5 * (Math.sqrt(1 + (alpha * alpha * (1 - c2)) / c2) - 1);
}

/**
 * Directional albedo of the Charlie sheen lobe with Neubelt visibility, at most 1. The base is scaled by what it
 * leaves, which is the energy scaling of three.js with an integral in place of its curve fit.
 *
 * @returns One float per entry, in the order of {@link integrateEnergy}.
 */
export function integrateSheenEnergy(): Float32Array {
  const table = new Float32Array(ENERGY_SIZE * ENERGY_SIZE);
  const circle = halfCircle(SHEEN_POINTS);
  for (let row = 0; row < ENERGY_SIZE; row++) {
    const alpha = Math.max(row / (ENERGY_SIZE - 1), 0.07) ** 2;
    for (let column = 0; column < ENERGY_SIZE; column++) {
      const cosine = Math.max(column / (ENERGY_SIZE - 1), 0.004);
      table[row * ENERGY_SIZE + column] = Math.min(1, integrateSheenLobe(cosine, 1 / alpha, circle));
    }
  }
  return table;
}

function integrateSheenLobe(
  vz: number,
  invAlpha: number,
  circle: readonly (readonly [number, number])[],
): number {
  const vx = Math.sqrt(1 - vz * vz);
  let sum = 0;
  for (const [cosine] of circle) {
    for (let j = 0; j < SHEEN_POINTS; j++) {
      // Heights spread evenly over the hemisphere: density 1 / (2 pi).
      const lz = (j + 0.5) / SHEEN_POINTS;
      const lx = Math.sqrt(1 - lz * lz) * cosine;
      const length2 = 2 + 2 * (vx * lx + vz * lz);
      const hz2 = length2 > 1e-12 ? ((vz + lz) * (vz + lz)) / length2 : 1;
      const sin2 = Math.max(0.0078125, 1 - hz2);
      const d = (2 + invAlpha) * exp2(log2(sin2) * invAlpha * 0.5);
      sum += (d * lz) / (4 * (vz + lz - vz * lz));
    }
  }
  return sum / (SHEEN_POINTS * SHEEN_POINTS);
}
