import type { Cyclorama } from '../../contract/scene/floor.ts';
import { buildCyclorama, type ProfilePoint } from '../floor/build-cyclorama.ts';
import type { AreaLight } from '../scene.ts';

/** A cyclorama as lights hang before it; lengths count the product's radius. */
export interface Sweep extends Pick<Cyclorama, 'distance' | 'radius'> {
  /** How far below the middle of the product its floor lies. */
  readonly floorDepth: number;
}

/** So far before the wall hangs all of a light that is above the floor: closer, it would burn a spot into that. */
const CLEAR = 0.25;
const NONE = [0, 0, 0] as const;
/** Points across and up a light that are looked at. */
const POINTS = 9;
/** How a light is drawn in: step by step, and never into the product. */
const STEP = 0.95;
const NEAREST = 1.4;

/**
 * How much nearer and smaller a light has to hang that a cyclorama would swallow: a photographer with a wall behind the product
 * hangs the back light before that. Seen from the product it is where it was, as large and as bright. 1 for a light whose middle is
 * before the wall: that stays where it is, though the wall may hide some of it.
 *
 * @param light Around a product of radius 1 at the origin, seen by a camera on +Z. @param distance Of it.
 */
export function drawIn(light: AreaLight, distance: number, sweep: Sweep): number {
  const { profile } = buildCyclorama(sweep, { curve: 24, steps: [400] });
  if (isBefore({ ...light, right: NONE, up: NONE }, 1, sweep.floorDepth, profile)) return 1;
  let share = 1;
  while (!isBefore(light, share, sweep.floorDepth, profile)) {
    if (distance * share * STEP < NEAREST) return share;
    share *= STEP;
  }
  return share;
}

function isBefore(
  { centre, right, up }: AreaLight,
  share: number,
  floorDepth: number,
  profile: readonly ProfilePoint[],
): boolean {
  for (let point = 0; point < POINTS * POINTS; point++) {
    const a = (2 * (point % POINTS)) / (POINTS - 1) - 1;
    const b = (2 * Math.floor(point / POINTS)) / (POINTS - 1) - 1;
    const along = (k: 1 | 2) => share * (centre[k] + a * right[k] + b * up[k]);
    const height = along(1) + floorDepth;
    if (height > 0 && along(2) < depthAt(profile, height) + CLEAR) return false;
  }
  return true;
}

/** Where the curve or the wall stands at a height above the floor. */
function depthAt(profile: readonly ProfilePoint[], height: number): number {
  const next = profile.findIndex(({ y }) => y > height);
  const [from, to] = [profile[next - 1], profile[next]];
  if (from === undefined || to === undefined) return profile.at(-1)?.z ?? 0;
  return from.z + ((to.z - from.z) * (height - from.y)) / (to.y - from.y);
}
