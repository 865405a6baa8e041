import { z } from 'zod';
import { EngineServer, EnginesBody } from '../../contract/http/engines.ts';
import type { Deps } from '../deps.ts';
import type { App } from '../http/app.ts';
import { callerOf } from '../http/authenticate.ts';
import { limitBy } from '../http/limit-rates.ts';
import { describeEngines, requestTest } from '../renders/queue/engine-servers.ts';

const TESTS_PER_MINUTE = 10;

/** /api/staff/engines/: servers of the engines. */
export function engineRoutes(app: App, deps: Deps): void {
  const { db } = deps.database;
  const { engines } = deps.services;
  const limit = limitBy(app, deps, {
    max: TESTS_PER_MINUTE,
    windowMs: 60_000,
    key: (request) => `engine-test:${callerOf(request)}`,
  });

  app.get(
    '/api/staff/engines/',
    { schema: { summary: 'Lists the AI engines and what they can', response: { 200: EnginesBody } } },
    async () => describeEngines(db, engines),
  );

  app.post(
    '/api/staff/engines/:id/test/',
    {
      schema: {
        summary: 'Tries an AI engine with a small picture',
        params: z.object({ id: EngineServer.shape.id }),
        response: { 202: z.object({}) },
      },
      preHandler: limit,
    },
    async (request, reply) => {
      await requestTest(db, request.params.id, deps.now());
      return reply.code(202).send({});
    },
  );
}
