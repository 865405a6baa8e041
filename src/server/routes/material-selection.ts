import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  MaterialSelectionBody,
  ToggleSelectionAnswer,
  ToggleSelectionBody,
} from '../../contract/http/model-materials.ts';
import { MaterialSelection } from '../../contract/http/projects.ts';
import { RowIdText } from '../../contract/shapes.ts';
import type { Transaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import type { App } from '../http/app.ts';
import { callerOf } from '../http/authenticate.ts';
import { LARGE_BODY_BYTES } from '../http/body-limits.ts';
import { prepareAndRunOnce, runOnce } from '../http/idempotency.ts';
import { readTextured } from '../materials/read-textured.ts';
import { selectMaterials, toggleMaterial } from '../materials/select-materials.ts';
import { findProject, lockProject, type ProjectRow } from '../projects/find-project.ts';
import { noteRevision } from '../projects/note-revision.ts';
import { storeChange } from '../projects/store-change.ts';

/** The last moment a Date can tell; a device may have said anything. */
const MAX_DATE_MS = 8.64e15;
const InProject = z.object({ id: RowIdText });
const Lists = MaterialSelection.pick({ selected: true, deselected: true });

/** /api/projects/{id}/material-selection/: what a person chose for the render (S3 7, G12). */
export function materialSelectionRoutes(app: App, deps: Deps): void {
  const { db } = deps.database;
  const { storage } = deps.services;
  const path = '/api/project/:id/material-selection/';
  type Call = FastifyRequest<{ Params: z.infer<typeof InProject> }>;
  const lock = (tx: Transaction, request: Call) => lockProject(tx, callerOf(request), request.params.id);

  app.get(
    path,
    {
      schema: {
        summary: 'Tells which materials a render is to show',
        params: InProject,
        response: { 200: MaterialSelectionBody },
      },
    },
    async (request) => describe(selectionOf(await findProject(db, callerOf(request), request.params.id))),
  );

  const calls = {
    POST: 'Chooses for the first time which materials a render is to show',
    PUT: 'Chooses which materials a render is to show',
  } as const;
  for (const [method, summary] of Object.entries(calls)) {
    app.route({
      method,
      url: path,
      bodyLimit: LARGE_BODY_BYTES,
      schema: { summary, params: InProject, body: Lists, response: { 200: MaterialSelectionBody } },
      handler: async (request, reply) =>
        runOnce(deps, request, async (tx) => {
          const project = await lock(tx, request);
          const next = selectMaterials(selectionOf(project), request.body, deps.now().getTime());
          return store(reply, tx, project, next);
        }),
    });
  }

  app.delete(
    path,
    {
      schema: {
        summary: 'Goes back to the automatic choice of materials',
        params: InProject,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await runOnce(deps, request, async (tx) => store(reply, tx, await lock(tx, request), null));
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/api/project/:id/toggle-material-selection/',
    {
      schema: {
        summary: 'Selects a material, or no longer',
        params: InProject,
        body: ToggleSelectionBody,
        response: { 200: ToggleSelectionAnswer },
      },
    },
    async (request, reply) => {
      const { material_id: id } = request.body;
      const readFromFile = async () => {
        const { modelHash, settings } = await findProject(db, callerOf(request), request.params.id);
        const index = settings.model_materials.find((entry) => entry.id === id)?.originalIndex;
        const isTextured = index === undefined || (await readTextured(storage, modelHash, index));
        return { modelHash, isTextured };
      };
      return prepareAndRunOnce(deps, request, readFromFile, async (tx, { modelHash, isTextured }) => {
        const project = await lock(tx, request);
        const { action, selection } = toggleMaterial(
          selectionOf(project),
          project.settings.model_materials,
          id,
          deps.now().getTime(),
          // Of a model that came in between nothing is known, which says nothing against it.
          isTextured || project.modelHash !== modelHash,
        );
        const message = action === 'selected' ? 'Material selected for render.' : 'Material deselected.';
        return { ...(await store(reply, tx, project, selection)), action, message };
      });
    },
  );
}

function selectionOf(project: ProjectRow): MaterialSelection | null {
  return project.settings.render_settings.material_selection;
}

async function store(
  reply: FastifyReply,
  tx: Transaction,
  project: ProjectRow,
  selection: MaterialSelection | null,
): Promise<MaterialSelectionBody> {
  const { settings } = project;
  const render_settings = { ...settings.render_settings, material_selection: selection };
  await storeChange(tx, project, { settings: { ...settings, render_settings } });
  await noteRevision(reply, tx, project);
  return describe(selection);
}

function describe(selection: MaterialSelection | null): MaterialSelectionBody {
  const time = (ms: number | undefined) =>
    ms === undefined ? null : new Date(Math.min(ms, MAX_DATE_MS)).toISOString();
  return {
    selected: selection?.selected ?? [],
    deselected: selection?.deselected ?? [],
    has_manual_selection: selection !== null,
    created_at: time(selection?.created_at),
    updated_at: time(selection?.updated_at),
  };
}
