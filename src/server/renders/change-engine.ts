import type { z } from 'zod';
import { AppError } from '../../contract/failure.ts';
import type { RenderAcceptedBody } from '../../contract/http/renders.ts';
import type { UserId } from '../../contract/ids.ts';
import type { EngineName, RenderSpec } from '../../contract/render-spec.ts';
import type { Transaction } from '../db/database.ts';
import { announce } from '../db/events.ts';
import { findPresentEngine, type OrderDesk } from './accept-render.ts';
import { findImages } from './describe-render.ts';
import { isAlive, lockOwnRender } from './find-render.ts';
import { placeOrder } from './place-order.ts';
import { settleRender } from './settle-render.ts';

/**
 * Has what is not finished of a waiting or running order drawn by another engine: the order ends as cancelled, keeps and
 * pays its finished images, and the rest is a new order at today's price.
 *
 * @throws AppError `not-found`, `render-finished`, `engine-unavailable`, `not-traceable`, `credits-insufficient`; the
 *   order stays as it is then.
 */
export async function changeEngine(
  tx: Transaction,
  desk: OrderDesk,
  userId: UserId,
  renderId: number,
  name: EngineName,
  signal: AbortSignal,
): Promise<z.infer<typeof RenderAcceptedBody>> {
  const render = await lockOwnRender(tx, userId, renderId);
  const finished = await findImages(tx, [renderId]);
  const remaining = render.recipe.batchSize - finished.length;
  if (!isAlive(render) || remaining < 1) throw new AppError({ code: 'render-finished' });
  const engine = await findPresentEngine(tx, desk.engines, name);
  // Enlarging and own graphs are an AI engine's.
  const { outputPx, workflow, ...plain } = render.recipe;
  const kept = engine.fleet === null ? plain : { ...plain, outputPx, workflow };
  const recipe: RenderSpec = { ...kept, batchSize: remaining, engineBuild: await engine.build() };
  const features = await engine.check(recipe, signal);
  if (features.length > 0) throw new AppError({ code: 'not-traceable', features });
  await announce(tx, 'render_cancelled', String(render.id));
  await settleRender(tx, render, { status: 'cancelled' });
  const { rules } = desk;
  const { projectId, group, viewIds } = render;
  return placeOrder(tx, desk.queue, { userId, projectId, recipe, rules, group, viewIds });
}
