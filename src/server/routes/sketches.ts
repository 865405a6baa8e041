import { z } from 'zod';
import { DeleteSketchQuery, SketchBody, SketchHead } from '../../contract/http/sketches.ts';
import { RowIdText } from '../../contract/shapes.ts';
import type { Deps } from '../deps.ts';
import type { App } from '../http/app.ts';
import { callerOf } from '../http/authenticate.ts';
import { LARGE_BODY_BYTES } from '../http/body-limits.ts';
import { runOnce } from '../http/idempotency.ts';
import { findProject, lockProject } from '../projects/find-project.ts';
import { deleteSketch } from '../sketches/delete-sketch.ts';
import { findSketch, listSketches } from '../sketches/find-sketches.ts';
import { putSketch } from '../sketches/put-sketch.ts';

const InProject = z.object({ id: RowIdText });
const OneSketch = InProject.extend({ sketchId: SketchBody.shape.id });

/** /api/project/{id}/sketches/: light that was painted over a project's views. */
export function sketchRoutes(app: App, deps: Deps): void {
  const { db } = deps.database;

  app.get(
    '/api/project/:id/sketches/',
    {
      schema: {
        summary: 'Lists the light-map sketches of a project',
        params: InProject,
        response: { 200: z.array(SketchHead) },
      },
    },
    async (request) => listSketches(db, await findProject(db, callerOf(request), request.params.id)),
  );

  app.get(
    '/api/project/:id/sketches/:sketchId/',
    { schema: { summary: 'Gives a light-map sketch', params: OneSketch, response: { 200: SketchBody } } },
    async (request) => {
      const { id, sketchId } = request.params;
      return findSketch(db, await findProject(db, callerOf(request), id), sketchId);
    },
  );

  app.post(
    '/api/project/:id/sketches/',
    {
      bodyLimit: LARGE_BODY_BYTES,
      schema: {
        summary: 'Keeps a light-map sketch',
        params: InProject,
        body: SketchBody,
        response: { 200: SketchBody },
      },
    },
    async (request) =>
      runOnce(deps, request, async (tx) =>
        putSketch(tx, await lockProject(tx, callerOf(request), request.params.id), request.body),
      ),
  );

  app.delete(
    '/api/project/:id/sketches/:sketchId/',
    {
      schema: {
        summary: 'Deletes a light-map sketch',
        params: OneSketch,
        querystring: DeleteSketchQuery,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const { id, sketchId } = request.params;
      await runOnce(deps, request, async (tx) => {
        const project = await lockProject(tx, callerOf(request), id);
        await deleteSketch(tx, project, sketchId, request.query.updated_at);
      });
      return reply.code(204).send(null);
    },
  );
}
