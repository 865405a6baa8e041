/** The part of JSON Schema that the OpenAPI document of this server uses. */
export interface JsonSchema {
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly items?: JsonSchema;
  readonly prefixItems?: readonly JsonSchema[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  /** A shape that JSON Schema cannot say all of has one of its own. */
  readonly examples?: readonly unknown[];
}

/** Texts for patterns that a text of letters does not match. */
const TEXTS = [
  'a'.repeat(64),
  '#12ab34',
  '1',
  'a'.repeat(16),
  'data:image/webp;base64,AAAA',
  'eur',
  'EUR',
  '2026-01-01T00:00:00Z',
  '0b4f4b1c-3f0e-4c57-9a3c-2f1f0c3f9d10',
  'cs_test_00000000000000000000000000000000',
  'vitrine-20260101-120000',
];

/** Alternatives of a schema; itself where it has none. */
export function waysOf(schema: JsonSchema): readonly JsonSchema[] {
  return schema.anyOf ?? schema.oneOf ?? [schema];
}

/**
 * A value that the schema takes, with everything that may be in it; or with what must be, for `isMinimal`.
 *
 * @param name Of the field it is for: a free text says that.
 */
export function makeExample(schema: JsonSchema, isMinimal = false, name = 'text'): unknown {
  if (schema.examples !== undefined) return schema.examples[0];
  const [way = schema] = waysOf(schema);
  if (way !== schema) return makeExample(way, isMinimal, name);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.allOf !== undefined)
    return Object.assign({}, ...schema.allOf.map((part) => makeExample(part, isMinimal)));
  const [type] = [schema.type].flat();
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([field]) => !isMinimal || schema.required?.includes(field))
          .map(([field, part]) => [field, makeExample(part, isMinimal, field)]),
      );
    case 'array': {
      if (schema.prefixItems !== undefined)
        return schema.prefixItems.map((part) => makeExample(part, isMinimal, name));
      const length = Math.max(schema.minItems ?? 1, Math.min(1, schema.maxItems ?? 1));
      return Array.from({ length }, () => makeExample(schema.items ?? {}, isMinimal, name));
    }
    case 'string':
      return makeText(schema, name);
    case 'integer':
    case 'number':
      return Math.min(Math.max(1, schema.minimum ?? 1), schema.maximum ?? 1);
    case 'boolean':
      return true;
    default:
      return null;
  }
}
function makeText({ format, pattern, minLength = 1, maxLength }: JsonSchema, name: string): string {
  if (format === 'uuid') return '0b4f4b1c-3f0e-4c57-9a3c-2f1f0c3f9d10';
  if (format === 'email') return 'somebody@example.com';
  if (format === 'date-time') return '2026-01-01T00:00:00Z';
  if (format === 'uri') return 'https://example.com/';
  if (pattern === undefined) return name.replaceAll('_', ' ').padEnd(minLength, '.').slice(0, maxLength);
  return TEXTS.find((text) => new RegExp(pattern, 'u').test(text)) ?? 'a'.repeat(minLength);
}
