import type { z } from 'zod';
import { AppError } from '../../contract/failure.ts';
import type { RenderAcceptedBody } from '../../contract/http/renders.ts';
import type { UserId } from '../../contract/ids.ts';
import type { Transaction } from '../db/database.ts';
import { findPresentEngine, type OrderDesk } from './accept-render.ts';
import { findRender } from './find-render.ts';
import { placeOrder } from './place-order.ts';

/**
 * Orders the same recipe again at today's price. On the same engine build the pictures have the same bytes; the new
 * recipe says which build made them. Works after the library item or the project is gone (L14).
 *
 * @throws AppError `not-found`, `engine-unavailable`, `not-traceable`, `credits-insufficient`.
 */
export async function rerunRender(
  tx: Transaction,
  desk: OrderDesk,
  userId: UserId,
  renderId: number,
  signal: AbortSignal,
): Promise<z.infer<typeof RenderAcceptedBody>> {
  const before = await findRender(tx, userId, renderId);
  const engine = await findPresentEngine(tx, desk.engines, before.engine);
  const recipe = { ...before.recipe, engineBuild: await engine.build() };
  const features = await engine.check(recipe, signal);
  if (features.length > 0) throw new AppError({ code: 'not-traceable', features });
  return placeOrder(tx, desk.queue, {
    userId,
    projectId: before.projectId,
    recipe,
    rules: desk.rules,
    rerunOf: before.id,
  });
}
