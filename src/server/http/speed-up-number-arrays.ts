import type { z } from 'zod';

/** Shorter lists are as quick as they are. */
const SHORT = 64;
const QUICK = Symbol('quick');

type Shape = z.core.$ZodTypes;
interface Bounds {
  readonly minimum: number;
  readonly maximum: number;
}

/**
 * Makes a shape read its long lists of whole numbers in one loop: a body of 4 MiB may have two million of them, and zod
 * takes ten times as long. A list with anything else in it is read as ever, and so fails with the same words.
 */
export function speedUpNumberArrays(shape: z.core.$ZodType): void {
  const seen = new Set<unknown>();
  const open: unknown[] = [shape];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (typeof one !== 'object' || one === null || seen.has(one)) continue;
    seen.add(one);
    const given = one as Partial<Shape>;
    if (given._zod === undefined) open.push(...Object.values(one));
    else {
      const { def } = given._zod;
      if (def.type === 'array') quicken(given as z.core.$ZodArray);
      if (def.type === 'lazy') open.push(def.getter());
      else open.push(...Object.values(def).filter((value) => typeof value === 'object'));
    }
  }
}

function quicken(list: z.core.$ZodArray): void {
  const items = wholeNumbers(list._zod.def.element as Shape);
  const lengths = boundsOf(list);
  const { run } = list._zod;
  if (items === null || lengths === null || QUICK in run) return;
  const quick: typeof run = (payload, context) => {
    const { value } = payload;
    if (context.direction !== 'backward' && Array.isArray(value) && value.length > SHORT) {
      if (isWithin(value.length, lengths) && areWhole(value, items)) return payload;
    }
    return run(payload, context);
  };
  list._zod.run = Object.assign(quick, { [QUICK]: true });
}

/** Null for a shape that asks for anything but a whole number within bounds. */
function wholeNumbers(shape: Shape): Bounds | null {
  const { def } = shape._zod;
  const isPlain = def.type === 'number' && !('coerce' in def && def.coerce);
  const isWhole = def.checks?.some(({ _zod }) => 'format' in _zod.def && _zod.def.format === 'safeint');
  return isPlain && isWhole ? boundsOf(shape) : null;
}

/** Null where a shape has other checks. */
function boundsOf(shape: z.core.$ZodType): Bounds | null {
  let [minimum, maximum] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const check of shape._zod.def.checks ?? []) {
    const def = check._zod.def as z.core.$ZodChecks['_zod']['def'];
    if (def.check === 'min_length') minimum = Math.max(minimum, def.minimum);
    else if (def.check === 'max_length') maximum = Math.min(maximum, def.maximum);
    else if (def.check === 'greater_than' && def.inclusive) minimum = Math.max(minimum, Number(def.value));
    else if (def.check === 'less_than' && def.inclusive) maximum = Math.min(maximum, Number(def.value));
    else if (def.check !== 'number_format' || def.format !== 'safeint') return null;
  }
  return { minimum, maximum };
}

function areWhole(values: readonly unknown[], bounds: Bounds): boolean {
  for (const value of values) {
    if (!Number.isSafeInteger(value) || !isWithin(value as number, bounds)) return false;
  }
  return true;
}

function isWithin(value: number, { minimum, maximum }: Bounds): boolean {
  return value >= minimum && value <= maximum;
}
