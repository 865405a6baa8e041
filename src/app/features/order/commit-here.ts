import { RENDER_WARNINGS_MAX, type RenderSpec } from '../../../contract/render-spec.ts';
import type { App, LiveResult } from '../../core/app.ts';
import { planSave } from '../../orders/plan-save.ts';
import type { DeviceRenderRow } from '../../values/device-render.ts';
import { describeRecipe, tracedPart } from './describe-recipe.ts';
import type { FrozenStage, PreparedOrder } from './prepare-order.ts';
import { requireFiles } from './require-files.ts';

/**
 * Commits orders that this device draws, together with the save that brings the server what they are of: all of it or
 * nothing. They are drawn as soon as it is their turn, with a connection or without.
 *
 * @param drawn A finished picture: an order of its recipe has it from the beginning.
 * @param mustGoOn Throws when they are no longer wanted; nothing is committed then.
 * @throws AppError `device-storage-full`, what `describeRecipe` and `requireFiles` throw, and what `mustGoOn` throws.
 */
export async function commitHere(
  app: App,
  { userId, projectKey }: FrozenStage['person'],
  orders: readonly PreparedOrder[],
  drawn: LiveResult | null,
  mustGoOn: () => void,
): Promise<void> {
  const now = app.outside.now();
  const rows: DeviceRenderRow[] = [];
  for (const [index, order] of orders.entries()) {
    const described = await describeRecipe(app, order);
    const isDrawn = drawn !== null && isSameTracing(described, drawn);
    if (!isDrawn) await requireFiles(app, described);
    rows.push({
      key: app.outside.randomUuid(),
      userId,
      projectKey,
      recipe: isDrawn ? nameKernel(described, drawn.kernelHash) : described,
      group: order.request.group,
      viewIds: order.request.viewIds,
      state: 'waiting',
      images: isDrawn ? [await keepDrawn(app, drawn)] : [],
      warnings: isDrawn ? drawn.warnings.slice(0, RENDER_WARNINGS_MAX) : [],
      // Drawn in their sequence.
      createdAt: now + index,
      finishedAt: null,
      failure: null,
    });
  }
  await app.db.write(async () => {
    const { added } = await planSave(app, projectKey);
    await app.outbox.add(userId, added);
    await app.db.deviceRenders.bulkAdd(rows);
    mustGoOn();
  });
  app.state.order.button = 'ready';
  void app.outbox.drain();
}

/** To the last digit: both are written by `describeTraced`. */
function isSameTracing(recipe: RenderSpec, drawn: LiveResult): boolean {
  return JSON.stringify(tracedPart(recipe)) === JSON.stringify(tracedPart(drawn.recipe));
}

function nameKernel(recipe: RenderSpec, kernelHash: string): RenderSpec {
  return { ...recipe, engineBuild: { ...recipe.engineBuild, kernelHash } };
}

async function keepDrawn(
  app: Pick<App, 'compute' | 'storage'>,
  { picture, widthPx, heightPx }: LiveResult,
): Promise<DeviceRenderRow['images'][number]> {
  const hash = await app.compute().hashFile(picture);
  await app.storage.put(hash, picture);
  return { batchIndex: 0, hash, widthPx, heightPx };
}
