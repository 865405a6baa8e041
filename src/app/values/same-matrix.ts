/** Apart by less than this share of the largest cell, two matrices stand a model alike: rounding, not a motion. */
const TOLERANCE = 1e-6;

/** Whether two matrices are the same but for rounding, whatever the unit of the file: its scale may be tiny. */
export function isSameMatrix(a: readonly number[], b: readonly number[]): boolean {
  const linear = [0, 1, 2, 4, 5, 6, 8, 9, 10].map((cell) => Math.abs(a[cell] ?? 0));
  const margin = TOLERANCE * Math.max(...linear);
  const isNear = (value: number, cell: number): boolean => {
    const other = b[cell] ?? 0;
    return Math.abs(value - other) <= margin + TOLERANCE * Math.abs(value);
  };
  return a.length === b.length && a.every(isNear);
}
