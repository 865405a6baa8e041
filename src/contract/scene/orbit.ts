type Vector3 = readonly [number, number, number];

/** A point seen from a centre, as three.js names it. Radians. */
export interface Orbit {
  /** Around +Y, from +Z towards +X. */
  readonly theta: number;
  /** From +Y down. */
  readonly phi: number;
  readonly radius: number;
}

/** Where a camera stands that circles `target`. */
export function orbitToPosition({ theta, phi, radius }: Orbit, target: Vector3): [number, number, number] {
  return [
    target[0] + radius * Math.sin(phi) * Math.sin(theta),
    target[1] + radius * Math.cos(phi),
    target[2] + radius * Math.sin(phi) * Math.cos(theta),
  ];
}

/** The inverse of {@link orbitToPosition}; a camera on its target has the radius 0 and looks from the front. */
export function positionToOrbit(position: Vector3, target: Vector3): Orbit {
  const [x, y, z] = [position[0] - target[0], position[1] - target[1], position[2] - target[2]];
  const radius = Math.hypot(x, y, z);
  if (radius === 0) return { theta: 0, phi: Math.PI / 2, radius };
  return { theta: Math.atan2(x, z), phi: Math.acos(Math.min(1, Math.max(-1, y / radius))), radius };
}
