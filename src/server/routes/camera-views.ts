import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { describeView } from '../../contract/camera/describe-view.ts';
import { viewsOfModel } from '../../contract/camera/model-views.ts';
import {
  CameraViewBody,
  CameraViewInput,
  DeletedView,
  DeleteViewQuery,
  SaveCameraViewBody,
} from '../../contract/http/camera-views.ts';
import { INTEGER_MAX, RowIdText } from '../../contract/shapes.ts';
import { chooseLanguage } from '../accounts/choose-language.ts';
import type { Transaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import type { App } from '../http/app.ts';
import { callerOf } from '../http/authenticate.ts';
import { runOnce } from '../http/idempotency.ts';
import { findActiveProject, findProject, lockProject, type ProjectRow } from '../projects/find-project.ts';
import { noteRevision } from '../projects/note-revision.ts';
import { changeView } from '../views/change-view.ts';
import { deleteView } from '../views/delete-view.ts';
import { CURRENT_VIEW } from '../views/find-view.ts';
import { type SavedAnswer, saveView } from '../views/save-view.ts';

const Id = RowIdText;
const InProject = z.object({ id: Id });
const OneView = InProject.extend({
  viewId: z.union([DeletedView.shape.uuid, z.coerce.number().int().min(0).max(INTEGER_MAX)]),
});
/** Without it the list has the views of the model that the project shows. */
const OfModel = z.object({ model: z.literal('all').optional() });
const Saved = { 200: CameraViewBody, 201: CameraViewBody };

/**
 * Saved views, in both families of calls over one store (E9): `camera-views/` of a named project, and those of the
 * active one (E11), which may name a project too.
 */
export function cameraViewRoutes(app: App, deps: Deps): void {
  const { db } = deps.database;

  app.get(
    '/api/project/:id/camera-views/',
    {
      schema: {
        summary: 'Lists the saved views of a project',
        params: InProject,
        querystring: OfModel,
        response: { 200: z.array(CameraViewBody) },
      },
    },
    async (request) =>
      listViews(await findProject(db, callerOf(request), request.params.id), request.query.model),
  );

  app.get(
    '/api/project/camera_views/',
    {
      schema: {
        summary: 'Lists the saved views of the active project',
        querystring: OfModel.extend({ project_id: Id.optional() }),
        response: { 200: z.array(CameraViewBody) },
      },
    },
    async (request) => {
      const { project_id: id, model } = request.query;
      const userId = callerOf(request);
      const project = await (id === undefined ? findActiveProject(db, userId) : findProject(db, userId, id));
      return listViews(project, model);
    },
  );

  app.post(
    '/api/project/:id/camera-views/',
    {
      schema: {
        summary: 'Saves a view of a project',
        params: InProject,
        body: CameraViewInput,
        response: Saved,
      },
    },
    async (request, reply) => {
      const saved = await save(request, reply, (tx) => lockProject(tx, callerOf(request), request.params.id));
      return reply.code(saved.isNew ? 201 : 200).send(saved.view);
    },
  );

  app.post(
    '/api/project/save_camera_view/',
    { schema: { summary: 'Saves a view of the active project', body: SaveCameraViewBody, response: Saved } },
    async (request, reply) => {
      const userId = callerOf(request);
      const saved = await save(request, reply, async (tx) =>
        lockProject(tx, userId, request.body.project_id ?? (await findActiveProject(tx, userId)).id),
      );
      return reply.code(saved.isNew ? 201 : 200).send(saved.view);
    },
  );

  app.patch(
    '/api/project/:id/camera-views/:viewId/',
    {
      schema: {
        summary: 'Changes a saved view',
        params: OneView,
        body: CameraViewInput,
        response: { 200: CameraViewBody },
      },
    },
    async (request, reply) => {
      const { id, viewId } = request.params;
      return runOnce(deps, request, async (tx) => {
        const project = await lockProject(tx, callerOf(request), id);
        const view = await changeView(tx, project, viewId, request.body, deps.now());
        await noteRevision(reply, tx, project);
        return view;
      });
    },
  );

  for (const path of ['camera-views', 'delete_camera_view']) {
    app.delete(
      `/api/project/:id/${path}/:viewId/`,
      {
        schema: {
          summary: 'Deletes a saved view',
          params: OneView,
          querystring: DeleteViewQuery,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        const { id, viewId } = request.params;
        const { deleted_at: deletedAt } = request.query;
        await runOnce(deps, request, async (tx) => {
          const project = await lockProject(tx, callerOf(request), id);
          await deleteView(tx, project, viewId, deletedAt, deps.now());
          await noteRevision(reply, tx, project);
        });
        return reply.code(204).send(null);
      },
    );
  }

  function save(
    request: FastifyRequest<{ Body: CameraViewInput }>,
    reply: FastifyReply,
    lock: (tx: Transaction) => Promise<ProjectRow>,
  ): Promise<SavedAnswer> {
    const language = chooseLanguage(undefined, request.headers['accept-language']);
    return runOnce(deps, request, async (tx) => {
      const project = await lock(tx);
      const saved = await saveView(tx, project, request.body, { now: deps.now(), language });
      await noteRevision(reply, tx, project);
      return saved;
    });
  }
}

/** Without a view that a device keeps under the current view's number (E7). */
function listViews({ settings, modelHash }: ProjectRow, of: 'all' | undefined): CameraViewBody[] {
  const { camera_views } = settings;
  const views = of === 'all' ? camera_views : viewsOfModel({ camera_views, model_hash: modelHash });
  return views.filter(({ id }) => id !== CURRENT_VIEW).map(describeView);
}
