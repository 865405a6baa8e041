/** Points and triangles as they stand, in the stage frame. */
export interface StandingSurface {
  /** xyz per vertex. */
  readonly positions: ArrayLike<number>;
  readonly indices: ArrayLike<number>;
}

/** A place of a slice that something of the product is in. */
export interface Cell {
  readonly x: number;
  readonly z: number;
  /** The lowest of it there. */
  low: number;
}

/** Cells along the product's size. */
const CELLS = 128;
/** From the middle; what lies farther out is in the last one. */
const MOST_CELLS = 1_000;
const ROW = 4_096;
/** In shares of the size: how far the middle may lie beside what holds it up, and how wide that is at least. */
const BESIDE = 0.03;
const LEAST_WIDTH = 0.03;

/** Of a foot, where a strand goes on below it. */
const STRAND_SHARE = 0.15;

type Point = readonly [x: number, y: number, z: number];

/** One slice of a product as seen from above: where something is, and what of that begins there. */
export class FootGrid {
  readonly #middleX: number;
  readonly #middleZ: number;
  readonly #side: number;
  readonly #size: number;
  #cells = new Map<number, Cell>();

  /** @param x Of the product's middle. @param size Stage units. */
  constructor(x: number, z: number, size: number) {
    this.#middleX = x;
    this.#middleZ = z;
    this.#size = size;
    this.#side = size / CELLS;
  }

  /** The lowest of what is in each cell, by the cell's key. */
  get lows(): ReadonlyMap<number, number> {
    return new Map([...this.#cells].map(([key, { low }]) => [key, low]));
  }

  begin(): void {
    this.#cells = new Map();
  }

  /**
   * Adds what of a triangle is between two heights.
   *
   * @param triangle Place of its first index. @returns False when it ends below `to`: no later slice has any of it.
   */
  add({ positions, indices }: StandingSurface, triangle: number, from: number, to: number): boolean {
    let piece: Point[] = [0, 1, 2].map((corner) => {
      const at = (indices[triangle + corner] ?? 0) * 3;
      return [positions[at] ?? 0, positions[at + 1] ?? 0, positions[at + 2] ?? 0] as const;
    });
    const reachesOn = piece.some(([, y]) => y > to);
    piece = cut(cut(piece, from, 1), to, -1);
    const [first] = piece;
    if (first === undefined) return reachesOn;
    for (let i = 0; i < piece.length; i++) this.#walk(piece[i] ?? first, piece[i + 1] ?? first);
    this.#fill(piece);
    return reachesOn;
  }

  /**
   * Cells of heaps of which hardly anything was there some slices below: at most a cable that leaves them downwards, whose
   * cells are left out.
   *
   * @param before What {@link FootGrid.lows} was in each slice since then, the nearest first.
   */
  findFeet(before: readonly ReadonlyMap<number, number>[]): Cell[] {
    const below = before.at(-1) ?? new Map<number, number>();
    const feet: Cell[] = [];
    const seen = new Set<number>();
    for (const start of this.#cells.keys()) {
      if (seen.has(start)) continue;
      seen.add(start);
      const heap = [start];
      const begun: number[] = [];
      for (let i = 0; i < heap.length; i++) {
        const key = heap[i] ?? 0;
        const near = around(key);
        if (!near.some((one) => below.has(one))) begun.push(key);
        for (const one of near) {
          if (!this.#cells.has(one) || seen.has(one)) continue;
          seen.add(one);
          heap.push(one);
        }
      }
      if (heap.length - begun.length > heap.length * STRAND_SHARE) continue;
      for (const key of begun) {
        const cell = this.#cells.get(key);
        if (cell === undefined) continue;
        const low = before.reduce((least, lows) => Math.min(least, lows.get(key) ?? least), cell.low);
        feet.push({ ...cell, low });
      }
    }
    return feet;
  }

  /** Whether the middle of the product is held up between them, and not on a line. */
  reachAround(cells: readonly Cell[]): boolean {
    const hull = surround(cells);
    if (hull.length < 3) return false;
    let width = Infinity;
    for (let i = 0; i < hull.length; i++) {
      const [a, b] = [hull[i], hull[(i + 1) % hull.length]] as [Cell, Cell];
      const [dx, dz] = [b.x - a.x, b.z - a.z];
      const length = Math.sqrt(dx * dx + dz * dz);
      const inside = (x: number, z: number): number => (dx * (z - a.z) - dz * (x - a.x)) / length;
      // A cell's own half belongs to it.
      if ((inside(0, 0) + 0.5) * this.#side < -BESIDE * this.#size) return false;
      width = Math.min(width, hull.reduce((most, { x, z }) => Math.max(most, inside(x, z)), 0) + 1);
    }
    return width * this.#side >= LEAST_WIDTH * this.#size;
  }

  /** Whether they are more than a strand: one of them has others all around it. */
  isFirm(cells: readonly Cell[]): boolean {
    const keys = new Set(cells.map(({ x, z }) => keyOf(x, z)));
    return cells.some(({ x, z }) => around(keyOf(x, z)).every((key) => keys.has(key)));
  }

  /** Marks a line. */
  #walk([ax, ay, az]: Point, [bx, by, bz]: Point): void {
    const steps = Math.ceil((2 * Math.max(Math.abs(bx - ax), Math.abs(bz - az))) / this.#side);
    const count = Math.min(4 * MOST_CELLS, steps);
    for (let i = 0; i <= count; i++) {
      const t = count > 0 ? i / count : 0;
      this.#mark(ax + (bx - ax) * t, ay + (by - ay) * t, az + (bz - az) * t);
    }
    if (by < ay) this.#mark(bx, by, bz);
  }

  /** Marks what a flat piece covers. */
  #fill(piece: readonly Point[]): void {
    const zs = piece.map(([, , z]) => this.#row(z, this.#middleZ));
    for (let row = Math.min(...zs); row <= Math.max(...zs); row++) {
      const z = this.#middleZ + row * this.#side;
      const ends: Point[] = [];
      for (let i = 0; i < piece.length; i++) {
        const [a, b] = [piece[i], piece[(i + 1) % piece.length]] as [Point, Point];
        if (a[2] > z === b[2] > z) continue;
        const t = (z - a[2]) / (b[2] - a[2]);
        ends.push([a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, z]);
      }
      const [one, other] = ends;
      if (one !== undefined && other !== undefined) this.#walk(one, other);
    }
  }

  #mark(x: number, y: number, z: number): void {
    const column = this.#row(x, this.#middleX);
    const row = this.#row(z, this.#middleZ);
    const key = keyOf(column, row);
    const cell = this.#cells.get(key);
    if (cell === undefined) this.#cells.set(key, { x: column, z: row, low: y });
    else if (y < cell.low) cell.low = y;
  }

  #row(value: number, middle: number): number {
    const at = Math.floor((value - middle) / this.#side + 0.5);
    return Math.max(-MOST_CELLS, Math.min(MOST_CELLS, at));
  }
}

function keyOf(x: number, z: number): number {
  return (x + ROW / 2) * ROW + z + ROW / 2;
}

function around(key: number): number[] {
  return [-ROW - 1, -ROW, -ROW + 1, -1, 0, 1, ROW - 1, ROW, ROW + 1].map((step) => key + step);
}

/** What of a convex piece is on one side of a height: above for a `side` of 1, below for -1. */
function cut(piece: readonly Point[], height: number, side: 1 | -1): Point[] {
  const kept: Point[] = [];
  for (let i = 0; i < piece.length; i++) {
    const [a, b] = [piece[i], piece[(i + 1) % piece.length]] as [Point, Point];
    const [da, db] = [(a[1] - height) * side, (b[1] - height) * side];
    if (da >= 0) kept.push(a);
    if (da > 0 === db > 0 || da === 0 || db === 0) continue;
    const t = da / (da - db);
    kept.push([a[0] + (b[0] - a[0]) * t, height, a[2] + (b[2] - a[2]) * t]);
  }
  return kept;
}

/** The convex hull, anticlockwise (Andrew's monotone chain). */
function surround(cells: readonly Cell[]): Cell[] {
  const sorted = [...cells].sort((one, other) => one.x - other.x || one.z - other.z);
  const chain = (points: readonly Cell[]): Cell[] => {
    const line: Cell[] = [];
    for (const point of points) {
      for (let [a, b] = line.slice(-2); a && b; [a, b] = line.slice(-2)) {
        if ((b.x - a.x) * (point.z - a.z) - (b.z - a.z) * (point.x - a.x) > 0) break;
        line.pop();
      }
      line.push(point);
    }
    return line.slice(0, -1);
  };
  return [...chain(sorted), ...chain(sorted.reverse())];
}
