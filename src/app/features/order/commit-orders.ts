import type { App } from '../../core/app.ts';
import type { NewRow } from '../../data/outbox.ts';
import { planSave } from '../../orders/plan-save.ts';
import { showOrdered } from '../../orders/show-ordered.ts';
import type { PreparedOrder } from './prepare-order.ts';

/**
 * Commits orders together with the save that they depend on: all of it or nothing. Each waits for the one before it, so
 * that a refusal of one stops the rest. They are sent as soon as they can be.
 *
 * @param isOffline There is no connection, and the person has said yes to sending them later (L4).
 * @param mustGoOn Throws when they are no longer wanted; nothing is committed then.
 * @throws AppError `device-storage-full`, and what `mustGoOn` throws.
 */
export async function commitOrders(
  app: App,
  person: { readonly userId: number; readonly projectKey: string },
  orders: readonly PreparedOrder[],
  isOffline: boolean,
  mustGoOn: () => void,
): Promise<void> {
  const { order } = app.state;
  const { userId, projectKey } = person;
  const keys = orders.map(() => app.outside.randomUuid());
  await app.db.write(async () => {
    const save = await planSave(app, projectKey);
    const project = await app.db.projects.get(projectKey);
    const isNew = project !== undefined && project.settings.model_hash !== project.saved.model_hash;
    const rows: NewRow[] = [...save.added];
    let dependsOn = save.keys.at(-1) ?? null;
    const pictures = new Set<string>();
    for (const [index, { request, files, price, backdrop }] of orders.entries()) {
      if (backdrop !== null && !pictures.has(backdrop.hash)) {
        pictures.add(backdrop.hash);
        const key = app.outside.randomUuid();
        rows.push({ key, projectKey, dependsOn, work: { kind: 'upload-picture', ...backdrop } });
        dependsOn = key;
      }
      const key = keys[index]!;
      const isFirstUpload = isNew && index === 0;
      const work = { kind: 'order-render', request, files, isOffline, price, isFirstUpload } as const;
      rows.push({ key, projectKey, dependsOn, work });
      dependsOn = key;
    }
    await app.outbox.add(userId, rows);
    // The last moment before they can be sent: whoever cancels later finds them waiting.
    mustGoOn();
  });
  const isOnline = app.reachability.connection() === 'online';
  if (isOnline) {
    for (const [index, { request }] of orders.entries()) showOrdered(app, keys[index]!, request.engine);
  }
  order.key = isOnline ? (keys[0] ?? null) : null;
  if (!isOnline) order.button = 'ready';
  void app.outbox.drain();
}
