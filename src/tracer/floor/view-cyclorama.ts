import type { CycloramaShape } from './build-cyclorama.ts';

/** Where the middle of the product sees a cyclorama. Lengths are radii about that middle, the camera is on +Z. */
export class CycloramaView {
  readonly #columns: readonly number[];
  /** Height and depth of the profile, and how far round it is: from the front downwards, 0 to 2 pi. */
  readonly #points: readonly { readonly y: number; readonly z: number; readonly round: number }[];

  /** @param floorDepth How far below the middle it lies. */
  constructor({ columns, profile }: CycloramaShape, floorDepth: number) {
    this.#columns = columns;
    this.#points = profile.map(({ y, z }) => ({ y: y - floorDepth, z, round: roundOf(y - floorDepth, z) }));
  }

  /** Whether a place is on the product's side of it. */
  isBefore(y: number, z: number): boolean {
    const met = this.#meet(y, z);
    return met === null || met.way > 1;
  }

  /**
   * Reads values of its points where it is seen.
   *
   * @param values Three per point, row by row. @param found Is given what stands between them.
   * @returns False where the sky is seen. @param x Of a direction.
   */
  look(x: number, y: number, z: number, values: ArrayLike<number>, found: [number, number, number]): boolean {
    const met = this.#meet(y, z);
    if (met === null) return false;
    const { row, upwards, way } = met;
    const count = this.#columns.length;
    const column = locate(count, (index) => this.#columns[index] ?? 0, x * way);
    const [left = 0, right = 0] = [this.#columns[column], this.#columns[column + 1]];
    const across = Math.min(1, Math.max(0, (x * way - left) / (right - left)));
    const at = (row * count + column) * 3;
    for (const k of [0, 1, 2] as const) {
      const near = (values[at + k] ?? 0) * (1 - across) + (values[at + 3 + k] ?? 0) * across;
      const next = at + count * 3 + k;
      const far = (values[next] ?? 0) * (1 - across) + (values[next + 3] ?? 0) * across;
      found[k] = near * (1 - upwards) + far * upwards;
    }
    return true;
  }

  /** Where a line from the middle meets the profile: `way` times as far as the point that it goes through. */
  #meet(
    y: number,
    z: number,
  ): { readonly row: number; readonly upwards: number; readonly way: number } | null {
    const points = this.#points;
    const round = roundOf(y, z);
    if (!(round > (points[0]?.round ?? 0)) || !(round < (points.at(-1)?.round ?? 0))) return null;
    const row = locate(points.length, (index) => points[index]?.round ?? 0, round);
    const [from, to] = [points[row], points[row + 1]];
    if (from === undefined || to === undefined) return null;
    const [alongY, alongZ] = [to.y - from.y, to.z - from.z];
    const across = y * alongZ - z * alongY;
    const way = (from.y * alongZ - from.z * alongY) / across;
    return { row, upwards: (from.y * z - from.z * y) / across, way };
  }
}

function roundOf(y: number, z: number): number {
  const round = Math.atan2(-y, z);
  return round < 0 ? round + 2 * Math.PI : round;
}

/** Between which of growing numbers one lies. */
function locate(count: number, read: (index: number) => number, value: number): number {
  let [low, high] = [0, count - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (read(middle) <= value) low = middle;
    else high = middle;
  }
  return low;
}
