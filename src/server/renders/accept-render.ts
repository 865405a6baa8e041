import type { z } from 'zod';
import { AppError } from '../../contract/failure.ts';
import type { RenderAcceptedBody } from '../../contract/http/renders.ts';
import type { UserId } from '../../contract/ids.ts';
import type { EngineName } from '../../contract/render-spec.ts';
import { invalidRequest } from '../check-shape.ts';
import { checkBalance } from '../credits/check-balance.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { findProject } from '../projects/find-project.ts';
import type { Storage } from '../storage/storage.ts';
import { buildRecipe } from './build-recipe.ts';
import { checkFileRights } from './check-file-rights.ts';
import { describeOffer, isReady, listServers } from './engine-servers.ts';
import type { Engines, RenderEngine } from './engines/engine.ts';
import { type OrderRules, placeOrder } from './place-order.ts';
import { priceOrder } from './price-order.ts';
import type { RenderQueue } from './queue.ts';
import type { Order } from './read-order.ts';
import { storeOrderFiles } from './store-order-files.ts';

/** What taking orders needs besides the database. */
export interface OrderDesk {
  readonly storage: Storage;
  readonly queue: RenderQueue;
  readonly engines: Engines;
  readonly rules: OrderRules;
}

/**
 * Takes an order: checks what it names, keeps its pictures, freezes the recipe, asks the engine whether it can draw
 * it, and only then takes the price and queues it. The first picture of a set is taken only if the balance covers all.
 *
 * @throws AppError `not-found` for the project, `invalid-request`, `image-unreadable`, `engine-unavailable`,
 *   `not-traceable`, `credits-insufficient`, `storage-full`. Nothing is charged or queued then.
 */
export async function acceptRender(
  tx: Transaction,
  desk: OrderDesk,
  userId: UserId,
  order: Order,
  signal: AbortSignal,
): Promise<z.infer<typeof RenderAcceptedBody>> {
  const project = await findProject(tx, userId, order.fields.project_id);
  const engine = await findPresentEngine(tx, desk.engines, order.fields.engine ?? 'studio');
  await checkWishes(tx, desk.engines, engine, order);
  await checkFileRights(tx, userId, order.scene);
  const files = await storeOrderFiles({ db: tx, storage: desk.storage }, order);
  const recipe = await buildRecipe(tx, userId, order, files, project, await engine.build());

  const features = await engine.check(recipe, signal);
  if (features.length > 0) throw new AppError({ code: 'not-traceable', features });

  const { rules } = desk;
  const { group, viewIds } = order;
  // Nobody shall have half a set.
  if (group?.index === 0) await checkBalance(tx, userId, priceOrder(recipe, rules.renderCost) * group.size);
  return placeOrder(tx, desk.queue, { userId, projectId: project.id, recipe, rules, group, viewIds });
}

/** Enlarging and own graphs are an AI engine's, where a server of it can do them. */
async function checkWishes(
  db: Queryable,
  engines: Engines,
  engine: RenderEngine,
  { fields }: Order,
): Promise<void> {
  const { output_px, workflow } = fields;
  if (output_px === undefined && workflow === undefined) return;
  const offer = engine.fleet === null ? null : describeOffer(await listServers(db), engines);
  if (output_px !== undefined && offer?.can_upscale !== true) {
    throw invalidRequest('output_px', 'no server of this engine can enlarge pictures');
  }
  if (workflow !== undefined && offer?.workflows.includes(workflow) !== true) {
    throw invalidRequest('workflow', 'is not one of this engine');
  }
}

/** @throws AppError `engine-unavailable`. */
export function findEngine(engines: Engines, name: EngineName): RenderEngine {
  const engine = engines.get(name);
  if (engine === undefined) throw new AppError({ code: 'engine-unavailable' });
  return engine;
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
