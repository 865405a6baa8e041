import { z } from 'zod';

/** Result of a plan for a value that may not match its shape. */
export const MISFIT = Symbol('misfit');

/** Gives a value without the keys that its shape does not name: itself where there are none, else a copy. */
export type Plan = (value: unknown) => unknown;

type Shape = z.core.$ZodTypes;
type Kind = 'string' | 'number' | 'boolean' | 'null' | 'undefined' | 'array' | 'object' | 'other';

/**
 * Reads a shape once, so that values of it are written quickly. A plan looks at keys and kinds of values, not at ranges and
 * patterns. What it does not know, such as a codec, zod encodes.
 */
export function compilePlan(shape: z.core.$ZodType): Plan {
  /** A shape that holds itself is met while it is made. */
  const made = new Map<z.core.$ZodType, Plan>();
  const compile = (given: z.core.$ZodType): Plan => {
    const known = made.get(given);
    if (known !== undefined) return known;
    let plan: Plan | null = null;
    made.set(given, (value) => (plan === null ? MISFIT : plan(value)));
    plan = makePlan(given as Shape, compile);
    made.set(given, plan);
    return plan;
  };
  return compile(shape);
}

function makePlan(shape: Shape, compile: (shape: z.core.$ZodType) => Plan): Plan {
  const { def } = shape._zod;
  switch (def.type) {
    case 'string':
      return (value) => (typeof value === 'string' ? value : MISFIT);
    case 'number':
      return (value) => (Number.isFinite(value) ? value : MISFIT);
    case 'boolean':
      return (value) => (typeof value === 'boolean' ? value : MISFIT);
    case 'null':
      return (value) => (value === null ? value : MISFIT);
    case 'literal':
    case 'enum': {
      const values = shape._zod.values ?? new Set();
      return (value) => (values.has(value as z.core.util.Primitive) ? value : MISFIT);
    }
    case 'nullable': {
      const inner = compile(def.innerType);
      return (value) => (value === null ? null : inner(value));
    }
    case 'optional': {
      const inner = compile(def.innerType);
      return (value) => (value === undefined ? undefined : inner(value));
    }
    case 'default':
    case 'readonly':
      return compile(def.innerType);
    case 'lazy': {
      let inner: Plan | null = null;
      return (value) => {
        inner ??= compile(def.getter());
        return inner(value);
      };
    }
    case 'array':
      return (def.element as Shape)._zod.def.type === 'number'
        ? keepNumbers
        : planArray(compile(def.element));
    case 'tuple':
      return def.rest === null ? planTuple(def.items.map(compile)) : encode(shape);
    case 'object':
      return def.catchall === undefined ? planObject(def.shape, compile) : encode(shape);
    case 'union':
      return planUnion(shape, def.options as Shape[], compile);
    default:
      return encode(shape);
  }
}

/** Lists of numbers may have millions. */
function keepNumbers(value: unknown): unknown {
  if (!isPlainArray(value)) return MISFIT;
  for (let at = 0; at < value.length; at++) if (!Number.isFinite(value[at])) return MISFIT;
  return value;
}

function planArray(item: Plan): Plan {
  return (value) => {
    return isPlainArray(value) ? keepAll(value, () => item) : MISFIT;
  };
}

function keepAll(value: unknown[], planOf: (at: number) => Plan): unknown {
  let copy: unknown[] | null = null;
  for (let at = 0; at < value.length; at++) {
    const kept = planOf(at)(value[at]);
    if (kept === MISFIT) return MISFIT;
    if (copy === null && kept !== value[at]) copy = value.slice(0, at);
    copy?.push(kept);
  }
  return copy ?? value;
}

function planTuple(items: readonly Plan[]): Plan {
  return (value) => {
    if (!isPlainArray(value) || value.length !== items.length) return MISFIT;
    return keepAll(value, (at) => items[at] as Plan);
  };
}

function planObject(
  fields: Readonly<Record<string, z.core.$ZodType>>,
  compile: (shape: z.core.$ZodType) => Plan,
): Plan {
  const names = Object.keys(fields);
  const plans = names.map((name) => compile(fields[name] as z.core.$ZodType));
  return (given) => {
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return MISFIT;
    const value = given as Record<string, unknown>;
    // What is not plain may write itself otherwise.
    const prototype = Object.getPrototypeOf(value);
    let copy: Record<string, unknown> | null = null;
    if (prototype !== Object.prototype && prototype !== null) copy = {};
    let present = 0;
    for (let at = 0; at < names.length; at++) {
      const name = names[at] as string;
      const field = value[name];
      const kept = (plans[at] as Plan)(field);
      if (kept === MISFIT) return MISFIT;
      if (copy === null && kept !== field) copy = pick(value, names.slice(0, at));
      if (copy !== null) copy[name] = kept;
      else if (field !== undefined || Object.hasOwn(value, name)) present += 1;
    }
    if (copy !== null) return copy;
    return countKeys(value) === present ? value : pick(value, names);
  };
}

function pick(value: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const name of names) copy[name] = value[name];
  return copy;
}

/** Of a plain object, which inherits none that could be met. */
function countKeys(value: object): number {
  let count = 0;
  for (const _ in value) count += 1;
  return count;
}

/** The one option whose kind the value has; of several objects the one that a literal tells. Else zod finds it. */
function planUnion(shape: Shape, options: readonly Shape[], compile: (shape: z.core.$ZodType) => Plan): Plan {
  const { discriminator } = shape._zod.def as { discriminator?: string };
  if (discriminator !== undefined) {
    const byLiteral = new Map<unknown, Plan>();
    for (const option of options) {
      for (const value of option._zod.propValues?.[discriminator] ?? [])
        byLiteral.set(value, compile(option));
    }
    return (value) => {
      const literal = (value as Record<string, unknown> | null | undefined)?.[discriminator];
      return byLiteral.get(literal)?.(value) ?? MISFIT;
    };
  }
  const byKind = new Map<Kind, Plan>();
  for (const option of options) {
    for (const kind of kindsOf(option)) {
      if (kind === 'other' || byKind.has(kind)) return encode(shape);
      byKind.set(kind, compile(option));
    }
  }
  return (value) => {
    const plan = byKind.get(kindOf(value));
    return plan === undefined ? MISFIT : plan(value);
  };
}

/** What values of a shape may be. */
function kindsOf(shape: Shape): Kind[] {
  const { def } = shape._zod;
  switch (def.type) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
    case 'array':
    case 'object':
      return [def.type];
    case 'tuple':
      return ['array'];
    case 'literal':
    case 'enum':
      return [...new Set([...(shape._zod.values ?? [])].map(kindOf))];
    case 'nullable':
      return [...new Set<Kind>([...kindsOf(def.innerType as Shape), 'null'])];
    default:
      return ['other'];
  }
}

function kindOf(value: unknown): Kind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  const kind = typeof value;
  return kind === 'function' || kind === 'symbol' || kind === 'bigint' ? 'other' : kind;
}

/** By zod itself, which looks at everything. */
function encode(shape: z.core.$ZodType): Plan {
  return (value) => {
    const result = z.safeEncode(shape as z.ZodType, value);
    return result.success ? result.data : MISFIT;
  };
}

function isPlainArray(value: unknown): value is unknown[] {
  return Array.isArray(value) && Object.getPrototypeOf(value) === Array.prototype;
}
