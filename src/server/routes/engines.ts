import { z } from 'zod';
import { AppError } from '../../contract/failure.ts';
import { EngineServer, EnginesBody } from '../../contract/http/engines.ts';
import { callerOf } from '../authenticate.ts';
import type { Deps } from '../deps.ts';
import { readActor } from '../libraries/actor.ts';
import { limitBy } from '../limit-rates.ts';
import { describeEngines, requestTest } from '../renders/engine-servers.ts';
import type { App } from '../server.ts';

const TESTS_PER_MINUTE = 10;

/** /api/staff/engines/: servers of the engines. Staff only. */
export function engineRoutes(app: App, deps: Deps): void {
  const { db } = deps.database;
  const { engines } = deps.services;
  const checkStaff = async (userId: number) => {
    if (!(await readActor(db, userId)).isStaff) throw new AppError({ code: 'forbidden' });
  };
  const limit = limitBy(app, deps, {
    max: TESTS_PER_MINUTE,
    windowMs: 60_000,
    key: (request) => String(callerOf(request)),
  });

  app.get('/api/staff/engines/', { schema: { response: { 200: EnginesBody } } }, async (request) => {
    await checkStaff(callerOf(request));
    return describeEngines(db, engines);
  });

  app.post(
    '/api/staff/engines/:id/test/',
    {
      schema: { params: z.object({ id: EngineServer.shape.id }), response: { 202: z.object({}) } },
      preHandler: limit,
    },
    async (request, reply) => {
      await checkStaff(callerOf(request));
      await requestTest(db, request.params.id, deps.now());
      return reply.code(202).send({});
    },
  );
}
