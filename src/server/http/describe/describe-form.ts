import { z } from 'zod';
import type { JsonSchema } from './make-example.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of a route that takes multipart/form-data: what stands in it, for the OpenAPI document. The route reads it itself. */
    form?: FormShape;
  }
}

/** What a multipart body may have. */
export interface FormShape {
  readonly texts?: z.ZodObject;
  /** Texts that are JSON, and what of. */
  readonly json?: Readonly<Record<string, z.ZodType>>;
  readonly files: Readonly<Record<string, 'needed' | 'optional'>>;
  /** What names of fields cannot say. */
  readonly note?: string;
}

const FILE: JsonSchema = { type: 'string', format: 'binary' };

/** A multipart body as JSON Schema; a part that is an object is JSON. */
export function describeForm({ texts = z.object({}), json = {}, files, note }: FormShape): JsonSchema {
  const described = schemaOf(texts);
  const needed = Object.entries(files).flatMap(([name, how]) => (how === 'needed' ? [name] : []));
  return {
    type: 'object',
    ...(note === undefined ? {} : { description: note }),
    properties: {
      ...described.properties,
      ...Object.fromEntries(Object.entries(json).map(([name, shape]) => [name, schemaOf(shape)])),
      ...Object.fromEntries(Object.keys(files).map((name) => [name, FILE])),
    },
    required: [...(described.required ?? []), ...needed],
  };
}

/** As it is sent, before defaults and numbers that were texts. */
function schemaOf(shape: z.ZodType): JsonSchema {
  const { $schema, ...schema } = z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' });
  return schema as JsonSchema;
}
