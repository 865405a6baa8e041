import { z } from 'zod';
import {
  RenderCardsBody,
  RenderCardsQuery,
  RenderIdsBody,
  RenderMaterialsBody,
  StarBody,
  StarRendersBody,
} from '../../contract/http/gallery.ts';
import { RowIdText } from '../../contract/shapes.ts';
import type { Deps } from '../deps.ts';
import type { App } from '../http/app.ts';
import { callerOf } from '../http/authenticate.ts';
import { runOnce } from '../http/idempotency.ts';
import { deleteRenders } from '../renders/delete-renders.ts';
import { listCards } from '../renders/list-cards.ts';
import { listWornMaterials } from '../renders/orders/list-worn-materials.ts';
import { restoreRenders } from '../renders/restore-renders.ts';
import { starRenders } from '../renders/star-renders.ts';

const Id = z.object({ id: RowIdText });
const Done = { 204: z.null() };

/** /api/render/: finished renders as a person looks through them, stars them, puts them away and brings them back. */
export function galleryRoutes(app: App, deps: Deps): void {
  const { db } = deps.database;

  app.get(
    '/api/render/cards/',
    {
      schema: {
        summary: 'Lists finished renders for the gallery',
        querystring: RenderCardsQuery,
        response: { 200: RenderCardsBody },
      },
    },
    async (request) => {
      const { cursor, ...search } = request.query;
      return listCards(db, request.urls, callerOf(request), search, cursor === '' ? null : Number(cursor));
    },
  );

  app.get(
    '/api/render/materials/',
    { schema: { summary: 'Lists materials that own renders show', response: { 200: RenderMaterialsBody } } },
    (request) => listWornMaterials(db, callerOf(request)),
  );

  app.post(
    '/api/render/:id/star/',
    {
      schema: {
        summary: 'Marks a render as a favourite, or no longer',
        params: Id,
        body: StarBody,
        response: Done,
      },
    },
    async (request, reply) => {
      const { starred } = request.body;
      const ids = [request.params.id];
      await runOnce(deps, request, (tx) => starRenders(tx, callerOf(request), ids, starred, deps.now()));
      return reply.code(204).send(null);
    },
  );

  app.delete(
    '/api/render/:id/',
    { schema: { summary: 'Deletes a render', params: Id, response: Done } },
    async (request, reply) => {
      const ids = [request.params.id];
      await runOnce(deps, request, (tx) => deleteRenders(tx, callerOf(request), ids, deps.now()));
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/api/render/:id/restore/',
    { schema: { summary: 'Brings a deleted render back', params: Id, response: Done } },
    async (request, reply) => {
      const ids = [request.params.id];
      await runOnce(deps, request, (tx) => restoreRenders(tx, callerOf(request), ids, deps.now()));
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/api/render/star/',
    { schema: { summary: 'Marks many renders at once', body: StarRendersBody, response: Done } },
    async (request, reply) => {
      const { ids, starred } = request.body;
      await runOnce(deps, request, (tx) => starRenders(tx, callerOf(request), ids, starred, deps.now()));
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/api/render/delete/',
    { schema: { summary: 'Deletes many renders at once', body: RenderIdsBody, response: Done } },
    async (request, reply) => {
      const { ids } = request.body;
      await runOnce(deps, request, (tx) => deleteRenders(tx, callerOf(request), ids, deps.now()));
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/api/render/restore/',
    { schema: { summary: 'Brings many deleted renders back', body: RenderIdsBody, response: Done } },
    async (request, reply) => {
      const { ids } = request.body;
      await runOnce(deps, request, (tx) => restoreRenders(tx, callerOf(request), ids, deps.now()));
      return reply.code(204).send(null);
    },
  );
}
