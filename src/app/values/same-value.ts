/** Numbers closer than this are the same setting (S3 4, dirty check of materials). */
const TOLERANCE = 1e-4;

/** Deep equality of plain values, numbers within 0.0001. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a === 'number' && typeof b === 'number') return Math.abs(a - b) <= TOLERANCE;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const left = Object.entries(a);
  const right = new Map(Object.entries(b));
  return (
    left.length === right.size &&
    left.every(([key, value]) => right.has(key) && isSameValue(value, right.get(key)))
  );
}

/** Keys of `a` whose value differs in `b`. */
export function listDifferences<T extends object>(a: T, b: T): (keyof T)[] {
  const keys = Object.keys(a) as (keyof T)[];
  return keys.filter((key) => !isSameValue(a[key], b[key]));
}

/** The named fields of a value. */
export function pickFields<T extends object>(value: T, fields: readonly (keyof T)[]): Partial<T> {
  const picked: Partial<T> = {};
  for (const field of fields) picked[field] = value[field];
  return picked;
}
