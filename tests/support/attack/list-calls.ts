import type { RouteOptions } from 'fastify';
import { z } from 'zod';
import type { JsonSchema } from '../../../src/server/http/describe/make-example.ts';

/** One call of the API, by the shapes of its route; also those that no document names. */
export interface ApiCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `:name` where something stands in it. */
  readonly path: string;
  readonly params: Readonly<Record<string, JsonSchema>>;
  readonly query: Readonly<Record<string, JsonSchema>>;
  /** Null without a body of JSON. */
  readonly body: JsonSchema | null;
}

/** Every call that the server offers, but for the live channel. */
export function listCalls(routes: readonly RouteOptions[]): ApiCall[] {
  return routes.flatMap((route) =>
    [route.method].flat().flatMap((method) => {
      const isCall = method !== 'HEAD' && method !== 'OPTIONS' && route.url.startsWith('/api/');
      if (!isCall || route.url.startsWith('/api/docs')) return [];
      const { body, params, querystring } = (route.schema ?? {}) as Record<string, z.ZodType | undefined>;
      return {
        method: method as ApiCall['method'],
        path: route.url,
        params: describe(params)?.properties ?? {},
        query: describe(querystring)?.properties ?? {},
        body: describe(body),
      };
    }),
  );
}

function describe(shape: z.ZodType | undefined): JsonSchema | null {
  return shape === undefined
    ? null
    : (z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as JsonSchema);
}
