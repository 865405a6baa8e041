import type { LightRig } from '../../contract/scene/light-rig.ts';
import { hangLights, type RigFrame, type RigPlace } from '../light/hang-lights.ts';
import type { AreaLight, Sky } from '../scene.ts';
import type { DrawnEnvironment } from './draw-environment.ts';
import { hangSun } from './hang-sun.ts';
import { shrinkMap, turnMap } from './resample-map.ts';

/** Rows of the map that lights: a third of a degree each. */
export const LIGHT_HEIGHT_PX = 512;
/** Of the light beside a rig that does not say. */
const SHARE_BESIDE_RIG = 0.5;

/** Where the lights of a rig hang beside an environment, and their colour. */
interface RigStand {
  readonly frame: RigFrame;
  readonly place: RigPlace;
  readonly tint: readonly [number, number, number];
}

/**
 * Surroundings as light, with the lights of a rig added. The stage has the same, drawn more coarsely.
 *
 * @param rig The person's own; null: the surroundings are all of the light.
 * @param heightPx Rows of the sky at most.
 */
export function lightByEnvironment(
  { map, sun, rotationDegrees }: DrawnEnvironment & { readonly rotationDegrees: number },
  rig: LightRig | null,
  { frame, place, tint }: RigStand,
  heightPx = LIGHT_HEIGHT_PX,
): { readonly sky: Sky; readonly lights: readonly AreaLight[] } {
  const level = environmentLevel(rig);
  const height = Math.min(heightPx, map.heightPx);
  const { rgb, widthPx } = turnMap(shrinkMap(map, 2 * height, height), rotationDegrees);
  const sky = { widthPx, heightPx: height, radiance: rgb.map((value) => value * level) };
  const suns = sun === null ? [] : [hangSun(sun, rotationDegrees, place, level)];
  const lights = rig === null ? [] : hangLights(rig, place, frame, 1 - environmentShare(rig), tint);
  return { sky, lights: [...suns, ...lights] };
}

/** How much of its own light an environment gives: all without a rig, else its share times the rig's level. */
export function environmentLevel(rig: LightRig | null): number {
  return environmentShare(rig) * (rig?.level ?? 1);
}

/** How much of the light comes from an environment, 0 to 1; the lights of the rig give the rest. */
export function environmentShare(rig: Pick<LightRig, 'surroundings'> | null): number {
  return rig === null ? 1 : (rig.surroundings ?? SHARE_BESIDE_RIG);
}
