import type { App } from '../../core/app.ts';
import { planSave } from '../../orders/plan-save.ts';
import type { DeviceRenderRow } from '../../values/device-render.ts';
import { describeRecipe } from './describe-recipe.ts';
import type { Draft, PreparedOrder } from './prepare-order.ts';

/**
 * Commits orders that this device draws, together with the save that brings the server what they are of: all of it or
 * nothing. They are drawn as soon as it is their turn, with a connection or without.
 *
 * @param mustGoOn Throws when they are no longer wanted; nothing is committed then.
 * @throws AppError `device-storage-full`, what `describeRecipe` throws, and what `mustGoOn` throws.
 */
export async function commitHere(
  app: App,
  { userId, projectKey }: Draft['person'],
  orders: readonly PreparedOrder[],
  mustGoOn: () => void,
): Promise<void> {
  const now = app.outside.now();
  const rows: DeviceRenderRow[] = [];
  for (const [index, order] of orders.entries()) {
    rows.push({
      key: app.outside.randomUuid(),
      userId,
      projectKey,
      recipe: await describeRecipe(app, order),
      state: 'waiting',
      images: [],
      warnings: [],
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
  app.outside.device.keepStorage();
  app.state.order.button = 'ready';
  void app.outbox.drain();
}
