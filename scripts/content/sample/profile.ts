/** A corner of a profile: radius from the axis, height along the axis, and the bevel at this corner. Metres. */
export type Corner = readonly [radius: number, height: number, bevel: number];

/** Radius and height. Metres. */
export type ProfilePoint = readonly [number, number];

/** Points on each bevel; 4 keep a 1 mm bevel round at a hand's distance. */
const BEVEL_STEPS = 4;

/**
 * Rounds the corners of a polyline by arcs (as quadratic curves).
 *
 * @param isClosed The last corner joins the first.
 */
export function bevelProfile(corners: readonly Corner[], isClosed: boolean): ProfilePoint[] {
  const points: ProfilePoint[] = [];
  corners.forEach(([radius, height, bevel], i) => {
    const before = corners[i - 1] ?? (isClosed ? corners[corners.length - 1] : undefined);
    const after = corners[i + 1] ?? (isClosed ? corners[0] : undefined);
    if (!before || !after || bevel === 0) {
      points.push([radius, height]);
      return;
    }
    const start = towards([radius, height], before, bevel);
    const end = towards([radius, height], after, bevel);
    for (let k = 0; k <= BEVEL_STEPS; k++) {
      const t = k / BEVEL_STEPS;
      const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t * t];
      points.push([a * start[0] + b * radius + c * end[0], a * start[1] + b * height + c * end[1]]);
    }
  });
  return points;
}

function towards(from: ProfilePoint, to: readonly number[], distance: number): ProfilePoint {
  const dx = to[0]! - from[0];
  const dy = to[1]! - from[1];
  const share = Math.min(distance / Math.hypot(dx, dy), 0.5);
  return [from[0] + dx * share, from[1] + dy * share];
}

/** Lengths from the first point to every point. */
export function profileLengths(points: readonly ProfilePoint[]): number[] {
  let sum = 0;
  return points.map((p, i) => {
    const q = points[i - 1];
    if (q) sum += Math.hypot(p[0] - q[0], p[1] - q[1]);
    return sum;
  });
}

/** Sine or cosine raised to 2/n with its sign kept: the coordinates of a superellipse of exponent n. */
export function superPower(value: number, exponent: number): number {
  return Math.sign(value) * Math.abs(value) ** (2 / exponent);
}
