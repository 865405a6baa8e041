/** A circle through points of a plane, and how far they lie off it at most. */
export interface FittedCircle {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly miss: number;
}

/** The circle nearest to some points by least squares (I. Kåsa, 1976); null for fewer than three, and for a line. */
export function fitCircle(points: readonly (readonly [number, number])[]): FittedCircle | null {
  const count = points.length;
  if (count < 3) return null;
  const mean = (of: (x: number, y: number) => number): number =>
    points.reduce((sum, [x, y]) => sum + of(x, y), 0) / count;
  const [mx, my] = [mean((x) => x), mean((_, y) => y)];
  const moment = (of: (u: number, v: number) => number): number => mean((x, y) => of(x - mx, y - my));
  const uu = moment((u) => u * u);
  const vv = moment((_, v) => v * v);
  const uv = moment((u, v) => u * v);
  const a = moment((u, v) => u * (u * u + v * v)) / 2;
  const b = moment((u, v) => v * (u * u + v * v)) / 2;
  const determinant = uu * vv - uv * uv;
  if (!(determinant > 1e-12 * (uu + vv) ** 2)) return null;
  const [cu, cv] = [(a * vv - b * uv) / determinant, (b * uu - a * uv) / determinant];
  const radius = Math.sqrt(cu * cu + cv * cv + uu + vv);
  const [x, y] = [cu + mx, cv + my];
  const misses = points.map(([px, py]) => Math.abs(Math.hypot(px - x, py - y) - radius));
  return { x, y, radius, miss: Math.max(...misses) };
}
