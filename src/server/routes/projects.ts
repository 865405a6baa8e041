import { z } from 'zod';
import { AppError, isFailure } from '../../contract/failure.ts';
import { ProjectFileRender, ProjectFilesBody } from '../../contract/files/project-file.ts';
import {
  CreateProjectBody,
  DuplicateProjectBody,
  LastSyncBody,
  PatchProjectBody,
  ProjectBody,
  ProjectSummaryBody,
  RestoreBody,
  StaleProjectBody,
} from '../../contract/http/projects.ts';
import { RenderBody } from '../../contract/http/renders.ts';
import { RowIdText } from '../../contract/shapes.ts';
import type { Transaction } from '../db/database.ts';
import { listRestores } from '../db/restores.ts';
import type { Deps } from '../deps.ts';
import type { App } from '../http/app.ts';
import { callerOf } from '../http/authenticate.ts';
import { LARGE_BODY_BYTES } from '../http/body-limits.ts';
import { invalidRequest } from '../http/check-shape.ts';
import { failureResponse } from '../http/failure-response.ts';
import { prepareAndRunOnce, runOnce } from '../http/idempotency.ts';
import { signalOf } from '../http/signal-of.ts';
import { bringModel } from '../models/bring-model.ts';
import { checkModel, type ModelDeps } from '../models/check-model.ts';
import { ownModel } from '../models/own-model.ts';
import { activateProject } from '../projects/activate-project.ts';
import { changeProject } from '../projects/change-project.ts';
import { createProject } from '../projects/create-project.ts';
import { deleteProject } from '../projects/delete-project.ts';
import { describeProject, describeProjects } from '../projects/describe-project.ts';
import { duplicateProject } from '../projects/duplicate-project.ts';
import { findAtRestore } from '../projects/find-at-restore.ts';
import { findActiveProject, findLastChange, findProject, listProjects } from '../projects/find-project.ts';
import { listProjectFiles } from '../projects/list-project-files.ts';
import { readRevision } from '../projects/old-revisions.ts';
import { readProjectForm } from '../projects/read-project-form.ts';
import { summariseProjects } from '../projects/summarise-projects.ts';
import { describeRender } from '../renders/describe-render.ts';
import { importRender, prepareImport } from '../renders/orders/import-render.ts';

const Id = z.object({ id: RowIdText });

/** /api/project/, also reached as /api/projects/ (A6). */
export function projectRoutes(app: App, deps: Deps): void {
  const { db } = deps.database;
  const { storage, models, arriving, locks } = deps.services;
  const modelDeps: ModelDeps = { db, storage, models, arriving, locks };

  app.get(
    '/api/project/active/',
    { schema: { summary: 'Gives the active project', response: { 200: ProjectBody } } },
    async (request) => describeProject(db, request.urls, await findActiveProject(db, callerOf(request))),
  );

  app.get(
    '/api/project/',
    { schema: { summary: 'Lists own projects', response: { 200: z.array(ProjectBody) } } },
    async (request) => describeProjects(db, request.urls, await listProjects(db, callerOf(request))),
  );

  app.get(
    '/api/project/summaries/',
    {
      schema: {
        summary: 'Lists own projects with their pictures, in pages',
        response: { 200: z.array(ProjectSummaryBody) },
      },
    },
    async (request) => summariseProjects(db, request.urls, callerOf(request)),
  );

  app.get(
    '/api/project/last-sync/',
    { schema: { summary: 'Tells when a project was last saved', response: { 200: LastSyncBody } } },
    async (request) => {
      const changedAt = await findLastChange(db, callerOf(request));
      if (changedAt === null) throw new AppError({ code: 'not-found' });
      return { timestamp: changedAt.toISOString() };
    },
  );

  app.get(
    '/api/project/restores/',
    {
      schema: {
        summary: 'Tells which times the server lacks since it was put back from a backup',
        response: { 200: z.array(RestoreBody) },
      },
    },
    async () => listRestores(db),
  );

  app.post(
    '/api/project/',
    {
      bodyLimit: LARGE_BODY_BYTES,
      schema: { summary: 'Makes a project', body: CreateProjectBody, response: { 201: ProjectBody } },
    },
    async (request, reply) => {
      const userId = callerOf(request);
      const key = request.headers['idempotency-key'];
      const body = await runOnce(deps, request, async (tx) =>
        describeProject(tx, request.urls, await createProject(tx, userId, request.body, key)),
      );
      return reply.code(201).send(body);
    },
  );

  app.get(
    '/api/project/:id/',
    { schema: { summary: 'Gives a project', params: Id, response: { 200: ProjectBody } } },
    async (request) =>
      describeProject(db, request.urls, await findProject(db, callerOf(request), request.params.id)),
  );

  app.get(
    '/api/project/:id/at-restore/',
    {
      schema: {
        summary: 'Gives a project as the backup had it that the server was put back from',
        params: Id,
        querystring: z.object({ revision: RowIdText }),
        response: { 200: ProjectBody },
      },
    },
    async (request) => {
      const { id } = request.params;
      const then = await findAtRestore(db, callerOf(request), id, request.query.revision);
      return describeProject(db, request.urls, then);
    },
  );

  app.patch(
    '/api/project/:id/',
    {
      bodyLimit: LARGE_BODY_BYTES,
      schema: {
        summary: 'Saves a project, with its model where it is sent whole',
        consumes: ['application/json', 'multipart/form-data'],
        params: Id,
        body: PatchProjectBody.nullish(),
        response: { 200: ProjectBody, 409: StaleProjectBody },
      },
      errorHandler: async (error, request, reply) => {
        if (!isFailure(error, 'revision-stale')) throw error;
        const { id } = Id.parse(request.params);
        const project = await describeProject(db, request.urls, await findProject(db, callerOf(request), id));
        const { body } = failureResponse({ code: 'revision-stale', revision: project.revision });
        return reply.code(409).send({ ...body, project });
      },
    },
    async (request, reply) => {
      const userId = callerOf(request);
      const { id } = request.params;
      const change = async (tx: Transaction, body: PatchProjectBody) =>
        describeProject(
          tx,
          request.urls,
          await changeProject(tx, userId, id, await readRevision(tx, request, id, body), deps.now()),
        );
      if (!request.isMultipart()) {
        const { body } = request;
        if (!body) throw invalidRequest('body', 'is missing');
        return runOnce(deps, request, (tx) => change(tx, body));
      }
      await findProject(db, userId, id);
      const signal = signalOf(reply);
      return bringModel(modelDeps, signal, async (hold) => {
        const { change: body, model, bodyHash } = await readProjectForm(storage, hold, request);
        if (model === null) return runOnce(deps, request, (tx) => change(tx, body), bodyHash);
        await checkModel(modelDeps, model.stored, model.sha256, signal);
        const changeWithModel = async (tx: Transaction) => {
          await ownModel(tx, deps.config.modelSpaceBytes, userId, id, model.stored);
          return change(tx, body);
        };
        return runOnce(deps, request, changeWithModel, bodyHash);
      });
    },
  );

  app.post(
    '/api/project/:id/activate/',
    { schema: { summary: 'Makes a project the active one', params: Id, response: { 200: ProjectBody } } },
    async (request) =>
      runOnce(deps, request, async (tx) =>
        describeProject(tx, request.urls, await activateProject(tx, callerOf(request), request.params.id)),
      ),
  );

  app.get(
    '/api/project/:id/files/',
    {
      schema: {
        summary: 'Lists the files of a project, in pages',
        params: Id,
        querystring: z.object({ before: RowIdText.optional() }),
        response: { 200: ProjectFilesBody },
      },
    },
    async (request) =>
      listProjectFiles(db, request.urls, callerOf(request), request.params.id, request.query.before),
  );

  app.post(
    '/api/project/:id/renders/',
    {
      config: { takesRoom: true },
      bodyLimit: LARGE_BODY_BYTES,
      schema: {
        summary: 'Takes finished renders into a project',
        params: Id,
        body: ProjectFileRender,
        response: { 201: RenderBody },
      },
    },
    async (request, reply) => {
      const userId = callerOf(request);
      const { params, body: sent } = request;
      const signal = signalOf(reply);
      const key = request.headers['idempotency-key'];
      const body = await prepareAndRunOnce(
        deps,
        request,
        () => prepareImport({ ...deps.services, urls: request.urls, db }, userId, params.id, sent, signal),
        async (tx, prepared) =>
          describeRender(tx, request.urls, await importRender(tx, userId, params.id, sent, prepared, key)),
      );
      return reply.code(201).send(body);
    },
  );

  app.post(
    '/api/project/:id/duplicate/',
    {
      schema: {
        summary: 'Copies a project',
        params: Id,
        body: DuplicateProjectBody.nullish(),
        response: { 201: ProjectBody },
      },
    },
    async (request, reply) => {
      const userId = callerOf(request);
      const body = await runOnce(deps, request, async (tx) => {
        const name = request.body?.name ?? null;
        return describeProject(tx, request.urls, await duplicateProject(tx, userId, request.params.id, name));
      });
      return reply.code(201).send(body);
    },
  );

  app.delete(
    '/api/project/:id/',
    {
      schema: {
        summary: 'Deletes a project; its finished renders stay',
        params: Id,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await runOnce(deps, request, (tx) => deleteProject(tx, callerOf(request), request.params.id));
      return reply.code(204).send(null);
    },
  );
}
