import { readFile } from 'node:fs/promises';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { IMAGE_UPLOAD_MAX_BYTES } from '../../contract/constants.ts';
import {
  BulkMaterialsAnswer,
  BulkMaterialsBody,
  FileMaterialFields,
  PatchMaterialBody,
} from '../../contract/http/model-materials.ts';
import { MaterialId } from '../../contract/ids.ts';
import { ModelMaterial } from '../../contract/scene/dressed-material.ts';
import { RowIdText } from '../../contract/shapes.ts';
import { chooseLanguage } from '../accounts/choose-language.ts';
import type { Queryable } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import type { App } from '../http/app.ts';
import { callerOf } from '../http/authenticate.ts';
import { LARGE_BODY_BYTES } from '../http/body-limits.ts';
import { checkShape } from '../http/check-shape.ts';
import { prepareAndRunOnce, runOnce } from '../http/idempotency.ts';
import { withUpload } from '../http/read-upload.ts';
import { signalOf } from '../http/signal-of.ts';
import { deleteMaterial } from '../materials/delete-material.ts';
import { describeMaterials } from '../materials/describe-materials.ts';
import { findMaterial } from '../materials/find-material.ts';
import { patchMaterial } from '../materials/patch-material.ts';
import { patchMaterials } from '../materials/patch-materials.ts';
import { wearUpload } from '../materials/wear-upload.ts';
import { findProject, lockProject } from '../projects/find-project.ts';
import { noteRevision } from '../projects/note-revision.ts';

const InProject = z.object({ id: RowIdText });
const OneMaterial = InProject.extend({ materialId: MaterialId });

/**
 * /api/project/{id}/model-materials/: materials of a project's model (S3 7, G15, G16). They are /api/material/…?project_id=
 * as well (S2 7), see `rename-url.ts`.
 */
export function modelMaterialRoutes(app: App, deps: Deps): void {
  const base = '/api/project/:id/model-materials';
  const { db } = deps.database;
  const { storage, pictures } = deps.services;
  const describe = async (from: Queryable, request: FastifyRequest, entry: ModelMaterial) => {
    const [body] = await describeMaterials(from, request.urls, callerOf(request), [entry]);
    if (body === undefined) throw new Error('one material in, none out');
    return body;
  };

  app.get(
    `${base}/`,
    {
      schema: {
        summary: "Lists the materials of a project's model",
        params: InProject,
        response: { 200: z.array(ModelMaterial) },
      },
    },
    async (request) => {
      const { userId, settings } = await findProject(db, callerOf(request), request.params.id);
      return describeMaterials(db, request.urls, userId, settings.model_materials);
    },
  );

  app.post(
    `${base}/bulk/`,
    {
      bodyLimit: LARGE_BODY_BYTES,
      schema: {
        summary: "Changes many materials of a project's model",
        params: InProject,
        body: BulkMaterialsBody,
        response: { 200: BulkMaterialsAnswer },
      },
    },
    async (request, reply) => {
      const userId = callerOf(request);
      return runOnce(deps, request, async (tx) => {
        const project = await lockProject(tx, userId, request.params.id);
        const done = await patchMaterials(tx, project, request.body.materials, languageOf(request));
        await noteRevision(reply, tx, project);
        return { ...done, materials: await describeMaterials(tx, request.urls, userId, done.materials) };
      });
    },
  );

  app.get(
    `${base}/:materialId/`,
    {
      schema: {
        summary: "Tells of a material of a project's model",
        params: OneMaterial,
        response: { 200: ModelMaterial },
      },
    },
    async (request) => {
      const project = await findProject(db, callerOf(request), request.params.id);
      return describe(db, request, findMaterial(project, request.params.materialId));
    },
  );

  app.patch(
    `${base}/:materialId/`,
    {
      schema: {
        summary: "Changes a material of a project's model",
        params: OneMaterial,
        body: PatchMaterialBody,
        response: { 200: ModelMaterial },
      },
    },
    async (request, reply) => {
      const { body, params } = request;
      return runOnce(deps, request, async (tx) => {
        const project = await lockProject(tx, callerOf(request), request.params.id);
        const entry = await patchMaterial(tx, project, params.materialId, body, languageOf(request));
        await noteRevision(reply, tx, project);
        return describe(tx, request, entry);
      });
    },
  );

  app.delete(
    `${base}/:materialId/`,
    {
      schema: {
        summary: 'Takes what was laid on a material off again',
        params: OneMaterial,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await runOnce(deps, request, async (tx) => {
        const project = await lockProject(tx, callerOf(request), request.params.id);
        await deleteMaterial(tx, project, request.params.materialId);
        await noteRevision(reply, tx, project);
      });
      return reply.code(204).send(null);
    },
  );

  app.post(
    `${base}/:materialId/texture/`,
    {
      config: { form: { texts: FileMaterialFields, files: { texture: 'needed' } } },
      schema: {
        summary: 'Lays a picture on a material',
        params: OneMaterial,
        response: { 200: ModelMaterial },
      },
    },
    async (request, reply) => {
      const userId = callerOf(request);
      const { materialId } = request.params;
      await findProject(db, userId, request.params.id);
      const signal = signalOf(reply);
      const part = { field: 'texture', maxBytes: IMAGE_UPLOAD_MAX_BYTES };
      return withUpload(deps.config, request, part, async ({ file, texts, bodyHash }) => {
        const fields = checkShape(FileMaterialFields, texts);
        const prepare = async () => {
          const work = pictures.workFor({ lane: 'upload', caller: userId, signal });
          const { bytes, kind } = await work.prepareTexture(() => readFile(file.path), file.name);
          return { stored: await storage.put(bytes), kind };
        };
        return prepareAndRunOnce(
          deps,
          request,
          prepare,
          async (tx, picture) => {
            const project = await lockProject(tx, userId, request.params.id);
            const entry = await wearUpload(tx, deps.config.catalogue, project, materialId, fields, picture);
            await noteRevision(reply, tx, project);
            return describe(tx, request, entry);
          },
          bodyHash,
        );
      });
    },
  );
}

function languageOf(request: Pick<FastifyRequest, 'headers'>) {
  return chooseLanguage(undefined, request.headers['accept-language']);
}
