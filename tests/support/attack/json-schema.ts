import { type JsonSchema, waysOf } from '../../../src/server/http/describe/make-example.ts';

/** Where in a value a leaf stands, and its schema. */
export interface Leaf {
  readonly path: readonly (string | number)[];
  readonly schema: JsonSchema;
}

/** Every place in a value of {@link makeExample}, its inner ones too; with `every`, of all alternatives. */
export function listPlaces(schema: JsonSchema, every = false, path: Leaf['path'] = []): Leaf[] {
  const ways = waysOf(schema);
  return (every ? ways : ways.slice(0, 1)).flatMap((way) => {
    if (way !== schema) return listPlaces(way, every, path);
    const items = way.prefixItems ?? (way.items ? [way.items] : []);
    const parts = [
      ...Object.entries(way.properties ?? {}),
      ...items.entries(),
      ...(way.allOf ?? []).entries(),
    ];
    return [{ path, schema }, ...parts.flatMap(([name, part]) => listPlaces(part, every, [...path, name]))];
  });
}

/** A copy of `value` with `part` at `path`. */
export function withPart(value: unknown, path: Leaf['path'], part: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return part;
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) };
  (copy as Record<string | number, unknown>)[first] = withPart(
    (value as Record<string | number, unknown>)[first],
    rest,
    part,
  );
  return copy;
}
