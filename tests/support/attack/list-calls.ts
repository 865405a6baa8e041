import type { App } from '../../../src/server/server.ts';
import type { JsonSchema } from './json-schema.ts';

/** One call of the API, as its OpenAPI document describes it. */
export interface ApiCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `{name}` where something stands in it. */
  readonly path: string;
  readonly params: Readonly<Record<string, JsonSchema>>;
  readonly query: Readonly<Record<string, JsonSchema>>;
  /** Null without a body of JSON. */
  readonly body: JsonSchema | null;
}

interface Operation {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly schema: JsonSchema;
  }[];
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>> };
}

/** Every call that the server offers. */
export function listCalls(app: App): ApiCall[] {
  const { paths = {} } = app.swagger() as { paths?: Record<string, Record<string, Operation>> };
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters = [], requestBody }]) => {
      const pick = (place: string) =>
        Object.fromEntries(parameters.filter((one) => one.in === place).map((one) => [one.name, one.schema]));
      return {
        method: method.toUpperCase() as ApiCall['method'],
        path,
        params: pick('path'),
        query: pick('query'),
        body: requestBody?.content?.['application/json']?.schema ?? null,
      };
    }),
  );
}
