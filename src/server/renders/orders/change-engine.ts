import type { z } from 'zod';
import type { EngineName } from '../../../contract/engine-name.ts';
import { AppError } from '../../../contract/failure.ts';
import type { RenderAcceptedBody } from '../../../contract/http/renders.ts';
import type { UserId } from '../../../contract/ids.ts';
import type { RenderSpec } from '../../../contract/render-spec.ts';
import type { Transaction } from '../../db/database.ts';
import { announce } from '../../db/events.ts';
import { holdProject } from '../../projects/find-project.ts';
import { findImages } from '../describe-render.ts';
import { findRender, isAlive, lockOwnRender } from '../find-render.ts';
import { settleRender } from '../queue/settle-render.ts';
import {
  checkDrawable,
  checkOffered,
  checkSize,
  findPresentEngine,
  type OrderDeps,
} from './accept-render.ts';
import { placeOrder } from './place-order.ts';

/**
 * Asks another engine whether it can draw an order that waits or runs.
 *
 * @returns The order's recipe, for that engine.
 * @throws AppError `not-found`, `render-finished`, `engine-unavailable`, `engine-lacks`, `not-traceable`; `invalid-request` for a large picture that
 *   an AI engine is to paint.
 */
export async function prepareEngineChange(
  deps: OrderDeps,
  userId: UserId,
  renderId: number,
  name: EngineName,
  signal: AbortSignal,
): Promise<RenderSpec> {
  const { db } = deps;
  const render = await findRender(db, userId, renderId);
  if (!isAlive(render)) throw new AppError({ code: 'render-finished' });
  const engine = await findPresentEngine(db, deps.engines, name);
  checkSize(engine, render.recipe);
  // Enlarging, own graphs and a product kept apart are an AI engine's, layers the built-in one's.
  const { outputPx, workflow, keepsProduct, paintsProduct, keepsLayers, ...plain } = render.recipe;
  const layered = keepsLayers === undefined ? plain : { ...plain, keepsLayers };
  const kept =
    engine.fleet === null ? layered : { ...plain, outputPx, workflow, keepsProduct, paintsProduct };
  await checkOffered(db, deps.engines, engine, { outputPx: engine.fleet === null ? undefined : outputPx });
  const recipe: RenderSpec = { ...kept, engineBuild: await engine.build() };
  await checkDrawable(engine, recipe, signal);
  return recipe;
}

/**
 * Has what is not finished of a waiting or running order drawn by another engine: the order ends as cancelled, keeps and
 * pays its finished images, and the rest is a new order at today's price.
 *
 * @param recipe Of {@link prepareEngineChange}.
 * @throws AppError `not-found`, `render-finished`, `credits-insufficient`; the order stays as it is then.
 */
export async function changeEngine(
  tx: Transaction,
  deps: OrderDeps,
  userId: UserId,
  renderId: number,
  recipe: RenderSpec,
): Promise<z.infer<typeof RenderAcceptedBody>> {
  const { projectId: ofProject } = await findRender(tx, userId, renderId);
  const projectId = await holdProject(tx, ofProject);
  const render = await lockOwnRender(tx, userId, renderId);
  const finished = await findImages(tx, [renderId]);
  const batchSize = recipe.batchSize - finished.length;
  if (!isAlive(render) || batchSize < 1) throw new AppError({ code: 'render-finished' });
  await announce(tx, 'render_cancelled', String(render.id));
  await settleRender(tx, render, { status: 'cancelled' });
  const { rules } = deps;
  const { group, viewIds } = render;
  const rest = { ...recipe, batchSize };
  return placeOrder(tx, deps.queue, { userId, projectId, recipe: rest, rules, group, viewIds });
}
