import { z } from 'zod';
import { listRecipeFiles } from '../../contract/files/list-recipe-files.ts';
import { RenderSearch } from '../../contract/http/gallery.ts';
import { FindRecipeFilesBody, RecipeFilesBody } from '../../contract/http/recipe-files.ts';
import {
  AllCancelledBody,
  CancelledBody,
  ChangeEngineBody,
  ProjectRendersBody,
  RenderAcceptedBody,
  RenderBody,
  RenderFilesBody,
  RenderImagesBody,
  RenderPageBody,
  RenderPlacesBody,
  RenderSequenceBody,
  RenderStateBody,
  SmallImageBody,
  TicketBody,
} from '../../contract/http/renders.ts';
import { RenderId } from '../../contract/ids.ts';
import { Cursor, RowIdText } from '../../contract/shapes.ts';
import type { Deps } from '../deps.ts';
import type { App } from '../http/app.ts';
import { callerOf, signedIn } from '../http/authenticate.ts';
import { LARGE_BODY_BYTES } from '../http/body-limits.ts';
import { prepareAndRunOnce, runOnce } from '../http/idempotency.ts';
import { limitBy } from '../http/limit-rates.ts';
import { signalOf } from '../http/signal-of.ts';
import { findProject } from '../projects/find-project.ts';
import { describeImage, describeRender, describeRenders, findImages } from '../renders/describe-render.ts';
import { findRender } from '../renders/find-render.ts';
import { listRenderIds, listRenders } from '../renders/list-renders.ts';
import { listSmallImages } from '../renders/list-small-images.ts';
import { acceptRender, type OrderDeps, prepareRender } from '../renders/orders/accept-render.ts';
import { cancelAllRenders } from '../renders/orders/cancel-all-renders.ts';
import { cancelRender } from '../renders/orders/cancel-render.ts';
import { changeEngine, prepareEngineChange } from '../renders/orders/change-engine.ts';
import { findRecipeFiles } from '../renders/orders/find-recipe-files.ts';
import { ORDER_FORM, readOrder } from '../renders/orders/read-order.ts';
import { prepareRerun, rerunRender } from '../renders/orders/rerun-render.ts';
import { issueTicket } from '../renders/queue/ticket.ts';
import { readState } from '../renders/read-state.ts';
import { reorderRenders } from '../renders/reorder-renders.ts';

const Id = z.object({ id: RowIdText });

const MINUTE_MS = 60_000;
/** An order carries pictures and starts a check of the model: more than one a second is no person. */
const ORDERS_PER_MINUTE = 60;
/** Cancelled work is thrown away (I13). */
const CANCELS_PER_HOUR = 120;
const keyOf = (what: string) => (request: Parameters<typeof callerOf>[0]) => `${what}:${callerOf(request)}`;

/** /api/render/ and the lists of renders. */
export function renderRoutes(app: App, deps: Deps): void {
  const { db } = deps.database;
  const { services } = deps;
  const orderDeps: OrderDeps = { ...services, db, rules: deps.config };
  const orderLimit = limitBy(app, deps, { max: ORDERS_PER_MINUTE, windowMs: MINUTE_MS, key: keyOf('order') });
  const cancelLimit = limitBy(app, deps, {
    max: CANCELS_PER_HOUR,
    windowMs: 60 * MINUTE_MS,
    key: keyOf('cancel'),
  });

  app.post(
    '/api/render/',
    {
      config: { form: ORDER_FORM },
      schema: { summary: 'Orders a render', response: { 202: RenderAcceptedBody } },
      preHandler: orderLimit,
    },
    async (request, reply) => {
      const userId = callerOf(request);
      const order = await readOrder(request);
      const signal = signalOf(reply);
      const accepted = await prepareAndRunOnce(
        deps,
        request,
        () => prepareRender(orderDeps, userId, order, signal),
        (tx, prepared) => acceptRender(tx, orderDeps, userId, order, prepared),
        order.bodyHash,
      );
      return reply.code(202).send(accepted);
    },
  );

  app.get(
    '/api/render/',
    {
      schema: {
        summary: 'Lists own renders',
        querystring: RenderSearch.extend({ cursor: Cursor.optional() }),
        response: { 200: z.union([z.array(RenderBody), RenderPageBody]) },
      },
    },
    async (request) => {
      const { cursor, ...search } = request.query;
      const before = cursor ? Number(cursor) : undefined;
      const { rows, next } = await listRenders(db, callerOf(request), { before, search });
      const results = await describeRenders(db, request.urls, rows);
      if (cursor === undefined) return results;
      return { results, next: next === null ? null : String(next) };
    },
  );

  app.get(
    '/api/render/state/',
    { schema: { summary: 'Tells of own orders, engines and the queue', response: { 200: RenderStateBody } } },
    async (request) => ({
      success: true,
      data: await readState(db, services.engines, callerOf(request)),
      error: null,
    }),
  );

  app.get(
    '/api/render/images/',
    { schema: { summary: 'Lists finished pictures', response: { 200: RenderImagesBody } } },
    async (request) => {
      const made = await findImages(db, await listRenderIds(db, callerOf(request)));
      const images = made
        .map((image) => ({
          ...describeImage(request.urls, image),
          render_id: RenderId.parse(image.renderId),
        }))
        .sort((a, b) => b.render_id - a.render_id || a.batch_index - b.batch_index);
      return { images };
    },
  );

  app.post(
    '/api/render/cancel/',
    {
      schema: { summary: 'Cancels all own orders', response: { 200: AllCancelledBody } },
      preHandler: cancelLimit,
    },
    async (request) => runOnce(deps, request, (tx) => cancelAllRenders(tx, callerOf(request))),
  );

  app.patch(
    '/api/render/order/',
    {
      schema: {
        summary: 'Puts own waiting orders into another sequence',
        body: RenderSequenceBody,
        response: { 200: RenderPlacesBody },
      },
    },
    async (request) => {
      const { ids } = request.body;
      return runOnce(deps, request, (tx) => reorderRenders(tx, services.queue, callerOf(request), ids));
    },
  );

  app.get(
    '/api/render/:id/',
    { schema: { summary: 'Gives a render', params: Id, response: { 200: RenderBody } } },
    async (request) =>
      describeRender(db, request.urls, await findRender(db, callerOf(request), request.params.id)),
  );

  app.get(
    '/api/render/:id/files/',
    {
      schema: {
        summary: 'Lists the files that a render was made of',
        params: Id,
        response: { 200: RenderFilesBody },
      },
    },
    async (request) => {
      const { recipe } = await findRender(db, callerOf(request), request.params.id);
      return {
        files: Object.fromEntries(listRecipeFiles(recipe).map((hash) => [hash, request.urls.sign(hash)])),
      };
    },
  );

  app.post(
    '/api/render/:id/cancel/',
    {
      schema: { summary: 'Cancels an order', params: Id, response: { 200: CancelledBody } },
      preHandler: cancelLimit,
    },
    async (request) => runOnce(deps, request, (tx) => cancelRender(tx, callerOf(request), request.params.id)),
  );

  app.post(
    '/api/render/:id/rerun/',
    {
      config: { takesRoom: true },
      schema: { summary: 'Orders a render again', params: Id, response: { 202: RenderAcceptedBody } },
      preHandler: orderLimit,
    },
    async (request, reply) => {
      const userId = callerOf(request);
      const signal = signalOf(reply);
      const accepted = await prepareAndRunOnce(
        deps,
        request,
        () => prepareRerun(orderDeps, userId, request.params.id, signal),
        (tx, prepared) => rerunRender(tx, orderDeps, userId, prepared),
      );
      return reply.code(202).send(accepted);
    },
  );

  app.post(
    '/api/render/:id/engine/',
    {
      schema: {
        summary: 'Sends an order to another engine',
        params: Id,
        body: ChangeEngineBody,
        response: { 202: RenderAcceptedBody },
      },
      preHandler: orderLimit,
    },
    async (request, reply) => {
      const signal = signalOf(reply);
      const userId = callerOf(request);
      const { id } = request.params;
      const accepted = await prepareAndRunOnce(
        deps,
        request,
        () => prepareEngineChange(orderDeps, userId, id, request.body.engine, signal),
        (tx, recipe) => changeEngine(tx, orderDeps, userId, id, recipe),
      );
      return reply.code(202).send(accepted);
    },
  );

  app.post(
    '/api/render/:id/ticket/',
    {
      schema: {
        summary: 'Gives a ticket for the live channel, for one use',
        params: Id,
        response: { 200: TicketBody },
      },
    },
    async (request) => ({
      ticket: await issueTicket(db, signedIn(request), request.params.id, deps.now()),
    }),
  );

  // A read, but a recipe names more files than an address holds.
  app.post(
    '/api/recipe-files/',
    {
      bodyLimit: LARGE_BODY_BYTES,
      schema: {
        summary: 'Tells which files of a recipe one may use',
        body: FindRecipeFilesBody,
        response: { 200: RecipeFilesBody },
      },
      preHandler: orderLimit,
    },
    async (request) => ({
      files: await findRecipeFiles(db, request.urls, callerOf(request), request.body.hashes),
    }),
  );

  app.get(
    '/api/project/:id/renders/',
    {
      schema: {
        summary: 'Lists the renders of a project',
        params: Id,
        querystring: z.object({ cursor: Cursor.optional() }),
        response: { 200: ProjectRendersBody },
      },
    },
    async (request) => {
      const project = await findProject(db, callerOf(request), request.params.id);
      const before = request.query.cursor ? Number(request.query.cursor) : undefined;
      const page = await listRenders(db, callerOf(request), { projectId: project.id, before });
      const results = await describeRenders(db, request.urls, page.rows);
      return { results, next: page.next === null ? null : String(page.next) };
    },
  );

  app.get(
    '/api/renders/project/:id/min-res-images/',
    {
      schema: {
        summary: 'Lists small pictures of a project',
        params: Id,
        response: { 200: z.array(SmallImageBody) },
      },
    },
    async (request) => {
      const project = await findProject(db, callerOf(request), request.params.id);
      const ids = await listRenderIds(db, callerOf(request), project.id);
      return listSmallImages(db, request.urls, ids);
    },
  );
}
