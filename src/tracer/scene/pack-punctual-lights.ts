import * as L from '../kernel/layout.ts';
import type { LightProfile } from '../light/light-profile.ts';
import { isBelowFloor, reachPoint } from '../light/punctual-light.ts';
import { luminance } from '../picture.ts';
import type { PunctualLight } from '../scene.ts';

/** Lights without a size, ready for the block. */
export interface PackedPunctualLights {
  /** `L.PUNCTUAL_LIGHT_BYTES` each, and what profiles they have behind them. */
  readonly records: Float64Array;
  readonly count: number;
  /** Irradiance on the floor straight below the product, with nothing in the way. */
  readonly irradiance: readonly [number, number, number];
}

/**
 * @param centre Of the floor, below the middle of the product; its height is `-Infinity` for none.
 * @returns Null where none of them shines.
 */
export function packPunctualLights(
  lights: readonly PunctualLight[],
  centre: readonly [x: number, y: number, z: number],
): PackedPunctualLights | null {
  const shining = lights.filter((light) => !isBelowFloor(light, centre[1]));
  if (shining.length === 0) return null;
  const size = L.PUNCTUAL_LIGHT_BYTES / 8;
  const tables = [...new Set(shining.flatMap(({ profile }) => (profile ? [profile.table] : [])))];
  const places = new Map<LightProfile, number>();
  let end = shining.length * size;
  for (const table of tables) {
    places.set(table, end);
    end += Math.ceil(table.shares.length / 2);
  }
  const records = new Float64Array(end);
  for (const [{ shares }, place] of places) new Float32Array(records.buffer).set(shares, place * 2);
  const irradiance: [number, number, number] = [0, 0, 0];
  for (const [i, light] of shining.entries()) {
    const at = i * size;
    records.set(light.position, at + L.P_POSITION);
    records.set(light.direction, at + L.P_DIRECTION);
    records.set(light.irradiance, at + L.P_IRRADIANCE);
    records[at + L.P_POWER] = luminance(...light.irradiance);
    records[at + L.P_IS_FAR] = light.isFar ? 1 : 0;
    records[at + L.P_RANGE] = 1 / (light.range * light.range);
    records[at + L.P_CONE_SCALE] = light.cone?.scale ?? 0;
    records[at + L.P_CONE_OFFSET] = light.cone?.offset ?? 1;
    if (light.profile) {
      records[at + L.P_PROFILE] = (places.get(light.profile.table) ?? 0) * 8;
      records[at + L.P_PROFILE_COLUMNS] = light.profile.table.columns;
      records.set(light.profile.right, at + L.P_RIGHT);
    }
    const reached = centre[1] > Number.NEGATIVE_INFINITY ? reachPoint(light, centre) : null;
    if (reached === null || reached.to[1] <= 0) continue;
    for (const k of [0, 1, 2] as const) irradiance[k] += light.irradiance[k] * reached.share * reached.to[1];
  }
  return { records, count: shining.length, irradiance };
}
