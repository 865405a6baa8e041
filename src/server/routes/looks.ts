import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { LookBody, PatchLookBody, SaveLookBody } from '../../contract/http/looks.ts';
import type { Queryable } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import type { App } from '../http/app.ts';
import { callerOf } from '../http/authenticate.ts';
import { LARGE_BODY_BYTES } from '../http/body-limits.ts';
import { runOnce } from '../http/idempotency.ts';
import { changeLook } from '../looks/change-look.ts';
import { deleteLook } from '../looks/delete-look.ts';
import { describeLooks } from '../looks/describe-looks.ts';
import { findLooks, type LookRow } from '../looks/find-looks.ts';
import { saveLook } from '../looks/save-look.ts';

const Id = z.object({ id: SaveLookBody.shape.id });

/** /api/look/: what a person saved of how a product looks. */
export function lookRoutes(app: App, deps: Deps): void {
  const { db } = deps.database;

  async function describe(from: Queryable, request: FastifyRequest, row: LookRow): Promise<LookBody> {
    const [body] = await describeLooks(from, request.urls, callerOf(request), [row]);
    if (body === undefined) throw new Error('one look in, none out');
    return body;
  }

  app.get(
    '/api/look/',
    { schema: { summary: 'Lists saved looks', response: { 200: z.array(LookBody) } } },
    async (request) => {
      const userId = callerOf(request);
      return describeLooks(db, request.urls, userId, await findLooks(db, userId));
    },
  );

  app.post(
    '/api/look/',
    {
      bodyLimit: LARGE_BODY_BYTES,
      schema: { summary: 'Saves a look', body: SaveLookBody, response: { 200: LookBody, 201: LookBody } },
    },
    async (request, reply) => {
      const userId = callerOf(request);
      const saved = await runOnce(deps, request, async (tx) => {
        const { row, isNew } = await saveLook(tx, userId, request.body, deps.now());
        return { isNew, body: await describe(tx, request, row) };
      });
      return reply.code(saved.isNew ? 201 : 200).send(saved.body);
    },
  );

  app.patch(
    '/api/look/:id/',
    {
      bodyLimit: LARGE_BODY_BYTES,
      schema: {
        summary: 'Changes a saved look',
        params: Id,
        body: PatchLookBody,
        response: { 200: LookBody },
      },
    },
    async (request) => {
      const userId = callerOf(request);
      return runOnce(deps, request, async (tx) =>
        describe(tx, request, await changeLook(tx, userId, request.params.id, request.body, deps.now())),
      );
    },
  );

  app.delete(
    '/api/look/:id/',
    { schema: { summary: 'Deletes a saved look', params: Id, response: { 204: z.null() } } },
    async (request, reply) => {
      await runOnce(deps, request, (tx) => deleteLook(tx, callerOf(request), request.params.id, deps.now()));
      return reply.code(204).send(null);
    },
  );
}
