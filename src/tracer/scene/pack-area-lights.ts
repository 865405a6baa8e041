import { GOBO_PATTERNS } from '../../contract/scene/light-rig.ts';
import * as L from '../kernel/layout.ts';
import { areaOf, frontOf, openIrradiance } from '../light/area-light.ts';
import { luminance } from '../picture.ts';
import type { AreaLight, Sky } from '../scene.ts';

/** Lights of a scene, ready for the block. */
export interface PackedAreaLights {
  /** `L.AREA_LIGHT_BYTES` each. */
  readonly records: Float64Array;
  /** Luminance of what arrives of the whole sky on a surface, on average. */
  readonly skyPower: number;
  /** Irradiance on the floor where nothing stands: rgb, `L.FLOOR_LIGHT_SIDE` squared. */
  readonly floorLight: Float32Array;
  /** The same straight below the product. */
  readonly irradiance: readonly [number, number, number];
}

/**
 * @param bounds Of the product: least x, y, z, then greatest.
 * @param floorY `-Infinity` for none.
 * @param reach From the floor's centre to the edge of what is shadowed.
 * @returns Null where there are none.
 * @throws RangeError for more than `L.AREA_LIGHTS_MAX`.
 */
export function packAreaLights(
  lights: readonly AreaLight[],
  sky: Sky,
  bounds: ArrayLike<number>,
  floorY: number,
  reach: number,
): PackedAreaLights | null {
  if (lights.length === 0) return null;
  if (lights.length > L.AREA_LIGHTS_MAX) throw new RangeError(`at most ${L.AREA_LIGHTS_MAX} area lights`);
  const [x = 0, z = 0] = ([0, 2] as const).map((axis) => {
    const middle = ((bounds[axis] ?? 0) + (bounds[axis + 3] ?? 0)) / 2;
    return Number.isFinite(middle) ? middle : 0;
  });
  const size = L.AREA_LIGHT_BYTES / 8;
  const records = new Float64Array(lights.length * size);
  for (const [i, light] of lights.entries()) {
    const at = i * size;
    const through = (v: readonly number[]) => v.map((value) => value / v.reduce((sum, k) => sum + k * k, 0));
    records.set(light.centre, at + L.A_CENTRE);
    records.set(light.right, at + L.A_RIGHT);
    records.set(light.up, at + L.A_UP);
    records.set(through(light.right), at + L.A_TO_RIGHT);
    records.set(through(light.up), at + L.A_TO_UP);
    records.set(frontOf(light), at + L.A_FRONT);
    records.set(light.radiance, at + L.A_RADIANCE);
    records[at + L.A_POWER] = luminance(...light.radiance) * areaOf(light);
    records[at + L.A_AREA] = areaOf(light);
    records[at + L.A_IS_OCTAGON] = light.isOctagon ? 1 : 0;
    records[at + L.A_IS_FLAGGED] = light.isFlagged ? 1 : 0;
    if (light.gobo === undefined) continue;
    const { pattern, reach: sharpAt, half } = light.gobo;
    const length = (v: readonly number[]) => Math.sqrt(v.reduce((sum, k) => sum + k * k, 0));
    records[at + L.A_GOBO] = GOBO_PATTERNS.indexOf(pattern);
    records[at + L.A_GOBO_REACH] = sharpAt;
    records[at + L.A_GOBO_WIDTH] = length(light.right) / half;
    records[at + L.A_GOBO_HEIGHT] = length(light.up) / half;
  }
  const skyPower = Math.PI * meanLuminance(sky);
  const centre = [x, floorY, z] as const;
  if (!(floorY > Number.NEGATIVE_INFINITY)) {
    const floorLight = new Float32Array(L.FLOOR_LIGHT_SIDE ** 2 * 3);
    return { records, skyPower, floorLight, irradiance: [0, 0, 0] };
  }
  const shining = lights.map((light) => ({
    radiance: light.radiance,
    shareAt: openIrradiance(light, floorY),
  }));
  const irradiance = arriving(shining, centre);
  return { records, skyPower, floorLight: lightFloor(shining, centre, reach), irradiance };
}

/** A light, and what share of its radiance arrives on a surface. */
interface ShiningLight extends Pick<AreaLight, 'radiance'> {
  readonly shareAt: ReturnType<typeof openIrradiance>;
}

function lightFloor(
  lights: readonly ShiningLight[],
  [x, y, z]: readonly [number, number, number],
  reach: number,
): Float32Array {
  const side = L.FLOOR_LIGHT_SIDE;
  const floorLight = new Float32Array(side * side * 3);
  const place = (index: number) => ((2 * index) / (side - 1) - 1) * reach;
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const point = [x + place(column), y, z + place(row)] as const;
      floorLight.set(arriving(lights, point), (row * side + column) * 3);
    }
  }
  return floorLight;
}

function arriving(
  lights: readonly ShiningLight[],
  point: readonly [number, number, number],
): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0];
  for (const { shareAt, radiance } of lights) {
    const share = shareAt(point, [0, 1, 0]);
    for (const k of [0, 1, 2] as const) sum[k] += share * radiance[k];
  }
  return sum;
}

/** Over the whole sphere. */
function meanLuminance({ widthPx, heightPx, radiance }: Sky): number {
  let sum = 0;
  let weights = 0;
  for (let y = 0; y < heightPx; y++) {
    // The sine of a row's polar angle, near enough: shares of rays, not of light.
    const t = (2 * (y + 0.5)) / heightPx - 1;
    const weight = 1 - t * t;
    let row = 0;
    for (let at = y * widthPx * 3; at < (y + 1) * widthPx * 3; at += 3)
      row += luminance(radiance[at] ?? 0, radiance[at + 1] ?? 0, radiance[at + 2] ?? 0);
    sum += (weight * row) / widthPx;
    weights += weight;
  }
  return sum / weights;
}
