import { PROFILE_ROWS } from '../kernel/layout.ts';
import { turnsOf } from '../portable-maths.ts';

type Triple = readonly [number, number, number];

/** Horizontal angles of a profile, 0 to 360 degrees: files have steps of 2.5, 5, 10, 15 or 22.5. One column for a light that is the same all round. */
export const PROFILE_COLUMNS = 145;

/**
 * How a light without a size shines into every direction: shares of its most, for each horizontal angle all vertical ones.
 * Horizontal angles turn right-handed about the direction that the light shines in, from its right.
 */
export interface LightProfile {
  /** 1 or {@link PROFILE_COLUMNS}. */
  readonly columns: number;
  /** `columns * PROFILE_ROWS`, 0 to 1. Read only. */
  readonly shares: Float32Array;
}

/**
 * Share that a light sends into a direction, as the kernel has it.
 *
 * @param direction In which the light shines. @param right Across it. @param towards All three are unit, in one frame.
 */
export function shareTowards(
  { columns, shares }: LightProfile,
  direction: Triple,
  right: Triple,
  towards: Triple,
): number {
  const [x, y, z] = towards;
  const [dx, dy, dz] = direction;
  const [rx, ry, rz] = right;
  const along = x * dx + y * dy + z * dz;
  const across = x * rx + y * ry + z * rz;
  const aside = x * (dy * rz - dz * ry) + y * (dz * rx - dx * rz) + z * (dx * ry - dy * rx);
  const turns = turnsOf(Math.sqrt(across * across + aside * aside), along);
  const row = Math.min(PROFILE_ROWS - 1, turns * 2 * (PROFILE_ROWS - 1));
  const above = Math.min(PROFILE_ROWS - 2, Math.floor(row));
  const rest = row - above;
  if (columns === 1) return between(shares, above, rest);
  const heading = turnsOf(aside, across);
  const column = (heading < 0 ? heading + 1 : heading) * (columns - 1);
  const before = Math.min(columns - 2, Math.floor(column));
  const one = between(shares, before * PROFILE_ROWS + above, rest);
  const other = between(shares, (before + 1) * PROFILE_ROWS + above, rest);
  return one + (other - one) * (column - before);
}

function between(shares: Float32Array, at: number, rest: number): number {
  const one = shares[at] ?? 0;
  return one + ((shares[at + 1] ?? 0) - one) * rest;
}
