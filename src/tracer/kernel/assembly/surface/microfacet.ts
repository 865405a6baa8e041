import { ENERGY_SIZE } from '../../layout.ts';
import { energy, sheenEnergy } from '../scene.ts';

/** Factors of reflectance at normal and at grazing incidence, from the last {@link lookUpEnergy}. */
export let tableA: f64 = 0;
export let tableB: f64 = 0;

const PI: f64 = 3.141592653589793;

/** Smith's masking function of GGX. */
export function lambda(cosine: f64, a: f64): f64 {
  const c2 = cosine * cosine;
  return 0.5 * (Math.sqrt(1.0 + (a * a * (1.0 - c2)) / c2) - 1.0);
}

/** GGX. */
export function distribution(cosine: f64, a: f64): f64 {
  const a2 = a * a;
  const d = cosine * cosine * (a2 - 1.0) + 1.0;
  return a2 / (PI * d * d);
}

/** As {@link lambda}, of a surface whose roughness differs along x and y. */
export function lambdaAlong(x: f64, y: f64, z: f64, ax: f64, ay: f64): f64 {
  const sx = x * ax,
    sy = y * ay;
  return 0.5 * (Math.sqrt(1.0 + (sx * sx + sy * sy) / (z * z)) - 1.0);
}

/** As {@link distribution}, of a surface whose roughness differs along x and y. */
export function distributionAlong(x: f64, y: f64, z: f64, ax: f64, ay: f64): f64 {
  const sx = x / ax,
    sy = y / ay;
  const d = sx * sx + sy * sy + z * z;
  return 1.0 / (PI * ax * ay * d * d);
}

/** Directional albedo of the GGX lobe. */
export function lookUpEnergy(cosine: f64, rough: f64): void {
  const last = <f64>(ENERGY_SIZE - 1);
  const x = Math.min(last - 0.001, Math.max(0.0, cosine * last)),
    y = Math.min(last - 0.001, Math.max(0.0, rough * last));
  const i = <i32>x,
    j = <i32>y;
  const fx = x - <f64>i,
    fy = y - <f64>j;
  const at = energy + ((<usize>(j * ENERGY_SIZE + i)) << 3);
  const w00 = (1.0 - fx) * (1.0 - fy),
    w10 = fx * (1.0 - fy),
    w01 = (1.0 - fx) * fy,
    w11 = fx * fy;
  tableA =
    <f64>load<f32>(at) * w00 +
    <f64>load<f32>(at, 8) * w10 +
    <f64>load<f32>(at, 256) * w01 +
    <f64>load<f32>(at, 264) * w11;
  tableB =
    <f64>load<f32>(at, 4) * w00 +
    <f64>load<f32>(at, 12) * w10 +
    <f64>load<f32>(at, 260) * w01 +
    <f64>load<f32>(at, 268) * w11;
}

/** Directional albedo of the sheen lobe. */
export function lookUpSheen(cosine: f64, rough: f64): f64 {
  const last = <f64>(ENERGY_SIZE - 1);
  const x = Math.min(last - 0.001, Math.max(0.0, cosine * last)),
    y = Math.min(last - 0.001, Math.max(0.0, rough * last));
  const i = <i32>x,
    j = <i32>y;
  const fx = x - <f64>i,
    fy = y - <f64>j;
  const at = sheenEnergy + ((<usize>(j * ENERGY_SIZE + i)) << 2);
  return (
    (<f64>load<f32>(at) * (1.0 - fx) + <f64>load<f32>(at, 4) * fx) * (1.0 - fy) +
    (<f64>load<f32>(at, 128) * (1.0 - fx) + <f64>load<f32>(at, 132) * fx) * fy
  );
}

/** Unpolarised reflectance at a cosine for a relative index (here over there); 1 beyond the critical angle. */
export function fresnel(c: f64, eta: f64): f64 {
  const sin2 = eta * eta * (1.0 - c * c);
  if (sin2 >= 1.0) return 1.0;
  const t = Math.sqrt(1.0 - sin2);
  const s = (eta * c - t) / (eta * c + t),
    p = (c - eta * t) / (c + eta * t);
  return 0.5 * (s * s + p * p);
}
