import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { compilePlan, MISFIT } from './shape-plan.ts';

/**
 * Makes what writes the answers of one route, once: each carries the keys that its shape names, and no others. An answer
 * that is not in its shape ends in an error. Ranges and patterns of values are not looked at again: the types keep the
 * server's own code to them, and every test server checks all of them.
 */
export const answerCompiler: FastifySerializerCompiler<z.ZodType> = (route) => {
  const { schema } = route;
  if (!(schema instanceof z.ZodType)) return serializerCompiler(route);
  const plan = compilePlan(schema);
  const thorough = serializerCompiler(route);
  return (answer) => {
    const kept = plan(answer);
    return kept === MISFIT ? thorough(answer) : JSON.stringify(kept);
  };
};
