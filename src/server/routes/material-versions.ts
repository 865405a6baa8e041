import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  CompareVersionsBody,
  MaterialVersionBody,
  RestoreVersionBody,
} from '../../contract/http/model-materials.ts';
import { MaterialId } from '../../contract/ids.ts';
import { RowIdText } from '../../contract/shapes.ts';
import type { Queryable } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import type { App } from '../http/app.ts';
import { callerOf } from '../http/authenticate.ts';
import { runOnce } from '../http/idempotency.ts';
import { compareVersions } from '../materials/compare-versions.ts';
import { describeVersions, findVersion, listVersions, type VersionRow } from '../materials/find-version.ts';
import { restoreVersion } from '../materials/restore-version.ts';
import { findProject, lockProject } from '../projects/find-project.ts';
import { noteRevision } from '../projects/note-revision.ts';

const Id = RowIdText;
const One = z.object({ versionId: Id });
const Of = z.object({ project_id: Id, model_material_id: MaterialId });

/** /api/model-material-versions/: states that materials of a project's model had (S2 7, G26). */
export function materialVersionRoutes(app: App, deps: Deps): void {
  const { db } = deps.database;
  const describe = async (from: Queryable, request: FastifyRequest, row: VersionRow) => {
    const [body] = await describeVersions(from, request.urls, callerOf(request), [row]);
    if (body === undefined) throw new Error('one version in, none out');
    return body;
  };

  app.get(
    '/api/model-material-versions/',
    {
      schema: {
        summary: 'Lists the states that a material had',
        querystring: Of,
        response: { 200: z.array(MaterialVersionBody) },
      },
    },
    async (request) => {
      const { project_id: projectId, model_material_id: materialId } = request.query;
      const project = await findProject(db, callerOf(request), projectId);
      return describeVersions(
        db,
        request.urls,
        project.userId,
        await listVersions(db, project.id, materialId),
      );
    },
  );

  app.get(
    '/api/model-material-versions/compare/',
    {
      schema: {
        summary: 'Compares two states of a material',
        querystring: Of.extend({ version1: Id, version2: Id }),
        response: { 200: CompareVersionsBody },
      },
    },
    async (request) => {
      const { project_id: projectId, model_material_id: materialId, version1, version2 } = request.query;
      const project = await findProject(db, callerOf(request), projectId);
      const first = await findVersion(db, project.id, materialId, version1);
      const second = await findVersion(db, project.id, materialId, version2);
      return {
        version1: await describe(db, request, first),
        version2: await describe(db, request, second),
        changes: compareVersions(first.material, second.material),
      };
    },
  );

  app.get(
    '/api/model-material-versions/:versionId/',
    {
      schema: {
        summary: 'Tells of a state of a material',
        params: One,
        querystring: Of,
        response: { 200: MaterialVersionBody },
      },
    },
    async (request) => {
      const { project_id: projectId, model_material_id: materialId } = request.query;
      const project = await findProject(db, callerOf(request), projectId);
      const version = await findVersion(db, project.id, materialId, request.params.versionId);
      return describe(db, request, version);
    },
  );

  app.post(
    '/api/model-material-versions/:versionId/restore/',
    {
      schema: {
        summary: 'Gives a material an earlier state back',
        params: One,
        querystring: Of,
        body: RestoreVersionBody.nullish(),
        response: { 200: MaterialVersionBody },
      },
    },
    async (request, reply) => {
      const { project_id: projectId, model_material_id: materialId } = request.query;
      return runOnce(deps, request, async (tx) => {
        const project = await lockProject(tx, callerOf(request), projectId);
        const version = await findVersion(tx, project.id, materialId, request.params.versionId);
        const newest = await restoreVersion(tx, project, version, request.body?.comment);
        await noteRevision(reply, tx, project);
        return describe(tx, request, newest);
      });
    },
  );
}
