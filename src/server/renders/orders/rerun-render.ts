import type { z } from 'zod';
import type { RenderAcceptedBody } from '../../../contract/http/renders.ts';
import type { UserId } from '../../../contract/ids.ts';
import type { RenderSpec } from '../../../contract/render-spec.ts';
import type { Transaction } from '../../db/database.ts';
import { holdProject } from '../../projects/find-project.ts';
import { findRender, type ShownRender } from '../find-render.ts';
import { checkOffered, findPresentEngine, type OrderDeps } from './accept-render.ts';
import { placeOrder } from './place-order.ts';

/** A render to be run again, and its recipe with the engine's build of today. */
interface PreparedRerun {
  readonly before: ShownRender;
  readonly recipe: RenderSpec;
}

/**
 * Asks its engine whether a render can be run again. Works after the library item or the project is gone (L14). What the engine
 * cannot draw of the model is left out, as it was before, and the new recipe says so.
 *
 * @throws AppError `not-found`, `engine-unavailable`; `engine-lacks` where no server enlarges any more, or has its graph.
 */
export async function prepareRerun(
  deps: OrderDeps,
  userId: UserId,
  renderId: number,
  signal: AbortSignal,
): Promise<PreparedRerun> {
  const before = await findRender(deps.db, userId, renderId);
  const engine = await findPresentEngine(deps.db, deps.engines, before.engine);
  await checkOffered(deps.db, deps.engines, engine, before.recipe);
  const recipe = { ...before.recipe, engineBuild: await engine.build() };
  // What became of a product that an AI engine was to keep is seen in the picture.
  const lacking = recipe.keepsProduct === undefined ? await engine.check(recipe, signal) : [];
  // Also where the person was never asked: the engine of then did not look for it.
  return { before, recipe: lacking.length === 0 ? recipe : { ...recipe, drawsWithout: true } };
}

/**
 * Orders the same recipe again at today's price, in its project, if that is still there. On the same engine build the pictures have the same bytes; the new
 * recipe says which build made them.
 *
 * @throws AppError `credits-insufficient`.
 */
export async function rerunRender(
  tx: Transaction,
  { queue, rules }: OrderDeps,
  userId: UserId,
  { before, recipe }: PreparedRerun,
): Promise<z.infer<typeof RenderAcceptedBody>> {
  const { id: rerunOf } = before;
  const projectId = await holdProject(tx, before.projectId);
  return placeOrder(tx, queue, { userId, projectId, recipe, rules, rerunOf });
}
