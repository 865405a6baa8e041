import type { RigLight } from '../../../contract/scene/light-rig.ts';
import { add, cross, dot, scale, subtract, unit, type Vector3 } from '../../../contract/scene/vector3.ts';
import {
  anglesOf,
  directionOf,
  hangLight,
  type RigCamera,
  rigFrame,
} from '../../../tracer/light/hang-lights.ts';

export type LightAngles = Pick<RigLight, 'azimuthDegrees' | 'elevationDegrees'>;

/**
 * All directions around the product on a disc, as the camera sees them: its middle is the camera, half of its radius the
 * outline of what it sees, its rim straight behind the product. Distances from the middle are angles (azimuthal equidistant
 * projection), so that every light has one place, behind the product too. X to the right, Y down, the radius is 1.
 */
export interface LightDisc {
  place(angles: LightAngles): readonly [x: number, y: number];
  /** The direction at a place; beyond the rim counts as the rim. */
  anglesAt(x: number, y: number): LightAngles;
  /** Corners of what is seen of a light from the middle of the product; edges are bent, so that each has several. */
  outline(light: RigLight): readonly (readonly [x: number, y: number])[];
}

/** Points along an edge of a light's outline. */
const EDGE_POINTS = 6;
/** Where a regular octagon has its corners, in half widths. */
const OCTAGON = Math.SQRT2 - 1;
const RECTANGLE_CORNERS = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
] as const;
const OCTAGON_CORNERS = [
  [-OCTAGON, -1],
  [OCTAGON, -1],
  [1, -OCTAGON],
  [1, OCTAGON],
  [OCTAGON, 1],
  [-OCTAGON, 1],
  [-1, OCTAGON],
  [-1, -OCTAGON],
] as const;

export function createLightDisc(camera: RigCamera): LightDisc {
  const frame = rigFrame(camera);
  const front = unit(subtract(camera.position, camera.target)) ?? [0, 0, 1];
  const right = unit(cross(camera.up, front)) ?? [1, 0, 0];
  const up = cross(front, right);
  const put = (direction: Vector3): readonly [number, number] => {
    const across = dot(direction, right);
    const high = dot(direction, up);
    const flat = Math.hypot(across, high);
    const radius = Math.atan2(flat, dot(direction, front)) / Math.PI;
    if (flat < 1e-9) return [0, -radius];
    return [(radius * across) / flat, (-radius * high) / flat];
  };
  return {
    place: (angles) => put(directionOf(angles, frame)),
    anglesAt(x, y) {
      const length = Math.hypot(x, y);
      const angle = Math.PI * Math.min(1, length);
      const [a, b] = length < 1e-9 ? [0, 0] : [x / length, -y / length];
      const aside = add(scale(right, a), scale(up, b));
      return anglesOf(add(scale(front, Math.cos(angle)), scale(aside, Math.sin(angle))), frame);
    },
    outline(light) {
      const hung = hangLight(light, { middle: [0, 0, 0], radius: 1 }, frame);
      const corners = light.shape === 'octagon' ? OCTAGON_CORNERS : RECTANGLE_CORNERS;
      return corners.flatMap(([a, b], index) => {
        const [c, d] = corners[(index + 1) % corners.length] ?? [a, b];
        return Array.from({ length: EDGE_POINTS }, (_, step) => {
          const share = step / EDGE_POINTS;
          const [i, j] = [a + share * (c - a), b + share * (d - b)];
          const point = add(hung.centre, add(scale(hung.right, i), scale(hung.up, j)));
          return put(unit(point) ?? front);
        });
      });
    },
  };
}
