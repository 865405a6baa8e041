import type { z } from 'zod';
import { isLargePicture } from '../../../contract/camera/picture-frame.ts';
import { STAGE_PICTURE_MAX_PX } from '../../../contract/constants.ts';
import type { EngineName } from '../../../contract/engine-name.ts';
import { AppError } from '../../../contract/failure.ts';
import type { RenderAcceptedBody } from '../../../contract/http/renders.ts';
import type { UserId } from '../../../contract/ids.ts';
import { pricePictures } from '../../../contract/price-pictures.ts';
import type { RenderSpec } from '../../../contract/render-spec.ts';
import { checkBalance } from '../../credits/check-balance.ts';
import type { Db, Queryable, Transaction } from '../../db/database.ts';
import type { Services } from '../../deps.ts';
import { invalidRequest } from '../../http/check-shape.ts';
import { findProject, holdProject } from '../../projects/find-project.ts';
import { recordFiles } from '../../storage/store-file.ts';
import type { Engines, RenderEngine } from '../engines/engine.ts';
import { findEngine } from '../engines/find-engine.ts';
import { describeOffer, isReady, listServers } from '../queue/engine-servers.ts';
import { buildRecipe } from './build-recipe.ts';
import { checkFileRights } from './check-file-rights.ts';
import { checkQuota } from './check-quota.ts';
import { type OrderRules, placeOrder } from './place-order.ts';
import type { Order } from './read-order.ts';
import { type OrderFiles, storeOrderFiles } from './store-order-files.ts';

/** What taking orders needs. */
export interface OrderDeps extends Pick<Services, 'storage' | 'pictures' | 'queue' | 'engines'> {
  readonly db: Db;
  readonly rules: OrderRules;
}

/** An order that its engine can draw, with its pictures stored: all but the price and its place in the queue. */
export interface PreparedRender {
  readonly recipe: RenderSpec;
  readonly files: OrderFiles;
}

/**
 * Checks what an order names, keeps its pictures, freezes the recipe, and asks the engine whether it can draw it.
 *
 * @throws AppError `not-found` for the project, `invalid-request`, `image-unreadable`, `picture-work-failed`,
 *   `engine-unavailable`, `engine-lacks`, `not-traceable`, `storage-full`. Nothing counts by then.
 */
export async function prepareRender(
  deps: OrderDeps,
  userId: UserId,
  order: Order,
  signal: AbortSignal,
): Promise<PreparedRender> {
  const { db } = deps;
  const project = await findProject(db, userId, order.fields.project_id);
  const engine = await findPresentEngine(db, deps.engines, order.fields.engine ?? 'studio');
  await checkWishes(db, deps.engines, engine, order);
  await checkFileRights(db, userId, order.scene);
  const files = await storeOrderFiles(deps, userId, order, signal);
  const recipe = await buildRecipe(db, userId, order, files, project, await engine.build());
  await checkDrawable(engine, recipe, signal);
  return { recipe, files };
}

/**
 * Takes a prepared order: its price, and its place in the queue. The first picture of a set is taken only if the balance
 * covers all.
 *
 * @throws AppError `not-found` for a project that is gone by now, `credits-insufficient`, `day-quota-reached`. Nothing is
 *   charged or queued then.
 */
export async function acceptRender(
  tx: Transaction,
  deps: OrderDeps,
  userId: UserId,
  order: Order,
  { recipe, files }: PreparedRender,
): Promise<z.infer<typeof RenderAcceptedBody>> {
  const projectId = await holdProject(tx, order.fields.project_id);
  if (projectId === null) throw new AppError({ code: 'not-found' });
  await recordFiles(tx, files.stored);
  const { rules } = deps;
  const { group, viewIds } = order;
  // Nobody shall have half a set.
  if (group?.index === 0) {
    await checkBalance(tx, userId, pricePictures(recipe, rules.renderCost) * group.size);
    await checkQuota(tx, rules, userId, recipe.batchSize * group.size);
  }
  return placeOrder(tx, deps.queue, { userId, projectId, recipe, rules, group, viewIds });
}

/**
 * Asks an engine whether it can draw a recipe, or what the person wants of it, which may take it some seconds.
 *
 * @throws AppError `not-traceable`; what the engine throws.
 */
export async function checkDrawable(
  engine: RenderEngine,
  recipe: RenderSpec,
  signal: AbortSignal,
): Promise<void> {
  const features = await engine.check(recipe, signal);
  if (features.length > 0 && recipe.drawsWithout !== true)
    throw new AppError({ code: 'not-traceable', features });
}

/**
 * Enlarging and own graphs are an AI engine's, where a server of it can do them; layers and large pictures are the
 * built-in one's, one or the other.
 */
async function checkWishes(
  db: Queryable,
  engines: Engines,
  engine: RenderEngine,
  { fields }: Order,
): Promise<void> {
  const { output_px, workflow, keep_layers, keep_product, width, height } = fields;
  checkSize(engine, { widthPx: width, heightPx: height });
  if (keep_layers === 'true' && engine.fleet !== null) {
    throw invalidRequest('keep_layers', 'an AI engine paints pictures in one layer');
  }
  if (keep_layers === 'true' && isLargePicture(width, height)) {
    throw invalidRequest('keep_layers', `layers are kept of pictures of up to ${STAGE_PICTURE_MAX_PX} px`);
  }
  if (keep_product !== undefined && engine.fleet === null) {
    throw invalidRequest('keep_product', 'the built-in engine traces the product anyway');
  }
  if (keep_product !== undefined && workflow !== undefined) {
    throw invalidRequest('keep_product', 'an own workflow paints the whole picture');
  }
  await checkOffered(db, engines, engine, { outputPx: output_px, workflow });
}

/**
 * Enlarging and own graphs need a server of the engine that is ready for them, now: for an order, for one that is run again,
 * and for one that goes to another engine.
 *
 * @throws AppError `engine-lacks`; `invalid-request` for the built-in engine, which has none of them ever.
 */
export async function checkOffered(
  db: Queryable,
  engines: Engines,
  engine: RenderEngine,
  { outputPx, workflow }: { readonly [Wish in 'outputPx' | 'workflow']?: RenderSpec[Wish] | undefined },
): Promise<void> {
  if (outputPx === undefined && workflow === undefined) return;
  if (engine.fleet === null) {
    throw invalidRequest(outputPx === undefined ? 'workflow' : 'output_px', 'is of an AI engine');
  }
  const offer = describeOffer(await listServers(db), engines);
  if (outputPx !== undefined && offer?.can_upscale !== true) {
    throw new AppError({ code: 'engine-lacks', wish: 'enlarging' });
  }
  if (workflow !== undefined && offer?.workflows.includes(workflow) !== true) {
    throw new AppError({ code: 'engine-lacks', wish: 'workflow' });
  }
}

/** @throws AppError `invalid-request` for a large picture that an AI engine is to paint. */
export function checkSize(
  engine: RenderEngine,
  { widthPx, heightPx }: Pick<RenderSpec, 'widthPx' | 'heightPx'>,
): void {
  if (engine.fleet === null || !isLargePicture(widthPx, heightPx)) return;
  const field = widthPx < heightPx ? 'height' : 'width';
  throw invalidRequest(field, `an AI engine paints pictures of up to ${STAGE_PICTURE_MAX_PX} px`);
}

/**
 * The engine, if orders for it will be worked on: one that is on servers of others has one that is ready.
 *
 * @throws AppError `engine-unavailable`.
 */
export async function findPresentEngine(
  db: Queryable,
  engines: Engines,
  name: EngineName,
): Promise<RenderEngine> {
  const engine = findEngine(engines, name);
  if (engine.fleet === null) return engine;
  const servers = await listServers(db);
  if (servers.some((server) => server.engine === name && isReady(server))) return engine;
  throw new AppError({ code: 'engine-unavailable' });
}
