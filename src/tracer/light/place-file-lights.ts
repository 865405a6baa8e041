import { type Matrix, scaleOf } from '../matrix.ts';
import { cosTurns } from '../portable-maths.ts';
import type { PunctualLight } from '../scene.ts';
import type { FileLight } from './read-file-lights.ts';

/** Narrower cones count as so wide between their angles (KHR_lights_punctual). */
const LEAST_CONE = 0.001;

/**
 * The lights of a file in the stage frame. They go along with the product: where it is scaled by hand, light that is as much
 * farther away gives as much as before, and so it is where nodes of the file are scaled.
 *
 * @param stage File frame to stage frame. @param worldOf Node to stage frame; undefined for a node that does not show.
 */
export function placeFileLights(
  lights: readonly FileLight[],
  stage: Matrix,
  worldOf: (nodeIndex: number) => Matrix | undefined,
): PunctualLight[] {
  const scale = scaleOf(stage);
  return lights.flatMap((light) => {
    const world = worldOf(light.nodeIndex);
    if (world === undefined) return [];
    const [, , , , , , , , x = 0, y = 0, z = 0, , px = 0, py = 0, pz = 0] = world;
    const length = Math.sqrt(x * x + y * y + z * z);
    if (!(length > 0) && light.kind !== 'point') return [];
    const isFar = light.kind === 'directional';
    const k = isFar ? 1 : scale * scale;
    const [r, g, b] = light.irradiance;
    return [
      {
        isFar,
        position: [px, py, pz] as const,
        direction: length > 0 ? ([-x / length, -y / length, -z / length] as const) : ([0, 0, -1] as const),
        irradiance: [r * k, g * k, b * k] as const,
        range: light.rangeMetres * scale,
        cone: light.kind === 'spot' ? coneOf(light) : null,
      },
    ];
  });
}

function coneOf({ innerRadians, outerRadians }: FileLight): NonNullable<PunctualLight['cone']> {
  const outer = cosTurns(outerRadians / (2 * Math.PI));
  const scale = 1 / Math.max(LEAST_CONE, cosTurns(innerRadians / (2 * Math.PI)) - outer);
  return { scale, offset: -outer * scale };
}
