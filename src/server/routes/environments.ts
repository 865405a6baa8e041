import { z } from 'zod';
import { EnvironmentBody, SaveEnvironmentBody } from '../../contract/http/environments.ts';
import type { Deps } from '../deps.ts';
import { deleteEnvironment } from '../environments/delete-environment.ts';
import { describeEnvironment, findEnvironments } from '../environments/find-environments.ts';
import { saveEnvironment } from '../environments/save-environment.ts';
import type { App } from '../http/app.ts';
import { callerOf } from '../http/authenticate.ts';
import { LARGE_BODY_BYTES } from '../http/body-limits.ts';
import { runOnce } from '../http/idempotency.ts';

const Id = z.object({ id: SaveEnvironmentBody.shape.id });

/** /api/environment/: a person's own pictures of surroundings that light products. */
export function environmentRoutes(app: App, deps: Deps): void {
  const { db } = deps.database;

  app.get(
    '/api/environment/',
    { schema: { summary: 'Lists own environments', response: { 200: z.array(EnvironmentBody) } } },
    async (request) => (await findEnvironments(db, callerOf(request))).map(describeEnvironment),
  );

  app.post(
    '/api/environment/',
    {
      bodyLimit: LARGE_BODY_BYTES,
      schema: {
        summary: 'Saves an environment',
        body: SaveEnvironmentBody,
        response: { 200: EnvironmentBody, 201: EnvironmentBody },
      },
    },
    async (request, reply) => {
      const saved = await runOnce(deps, request, async (tx) => {
        const { row, isNew } = await saveEnvironment(tx, callerOf(request), request.body, deps.now());
        return { isNew, body: describeEnvironment(row) };
      });
      return reply.code(saved.isNew ? 201 : 200).send(saved.body);
    },
  );

  app.delete(
    '/api/environment/:id/',
    { schema: { summary: 'Deletes an environment', params: Id, response: { 204: z.null() } } },
    async (request, reply) => {
      await runOnce(deps, request, (tx) =>
        deleteEnvironment(tx, callerOf(request), request.params.id, deps.now()),
      );
      return reply.code(204).send(null);
    },
  );
}
