import { type Matrix, scaleOf } from '../matrix.ts';
import { cosTurns } from '../portable-maths.ts';
import type { PunctualLight } from '../scene.ts';
import type { FileLight } from './read-file-lights.ts';

type Triple = readonly [number, number, number];

/** Narrower cones count as so wide between their angles (KHR_lights_punctual). */
const LEAST_CONE = 0.001;
/** In which a light of a node that is scaled to nothing shines. */
const AHEAD = [0, 0, -1] as const;

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
    const [rx = 0, ry = 0, rz = 0, , , , , , x = 0, y = 0, z = 0, , px = 0, py = 0, pz = 0] = world;
    const length = Math.sqrt(x * x + y * y + z * z);
    if (!(length > 0) && light.kind !== 'point') return [];
    const isFar = light.kind === 'directional';
    const k = isFar ? 1 : scale * scale;
    const [r, g, b] = light.irradiance;
    const direction = length > 0 ? ([-x / length, -y / length, -z / length] as const) : AHEAD;
    return [
      {
        isFar,
        position: [px, py, pz] as const,
        direction,
        irradiance: [r * k, g * k, b * k] as const,
        range: light.rangeMetres * scale,
        cone: light.kind === 'spot' ? coneOf(light) : null,
        ...(light.profile && { profile: { table: light.profile, right: across(direction, [rx, ry, rz]) } }),
      },
    ];
  });
}

function coneOf({ innerRadians, outerRadians }: FileLight): NonNullable<PunctualLight['cone']> {
  const outer = cosTurns(outerRadians / (2 * Math.PI));
  const scale = 1 / Math.max(LEAST_CONE, cosTurns(innerRadians / (2 * Math.PI)) - outer);
  return { scale, offset: -outer * scale };
}

/** What of an axis is across a direction; unit. Where nothing is, any. */
function across([dx, dy, dz]: Triple, [x, y, z]: Triple): Triple {
  const along = x * dx + y * dy + z * dz;
  const [ax, ay, az] = [x - along * dx, y - along * dy, z - along * dz];
  const length = Math.sqrt(ax * ax + ay * ay + az * az);
  if (length > 1e-9) return [ax / length, ay / length, az / length];
  return across([dx, dy, dz], Math.abs(dx) < 0.7 ? [1, 0, 0] : [0, 1, 0]);
}
