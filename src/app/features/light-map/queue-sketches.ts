import type { App } from '../../core/app.ts';
import { listUnsentSketches } from '../../data/list-unsent-sketches.ts';
import { queueSync } from '../../orders/queue-sync.ts';

/**
 * Has the changes of the open project's sketches sent as soon as the server can be reached. One row carries all that wait.
 *
 * @returns Ids of sketches that are too large to be sent.
 */
export async function queueSketches(
  app: Pick<App, 'db' | 'state' | 'outbox' | 'outside'>,
): Promise<string[]> {
  const { key } = app.state.project;
  const { userId } = app.state.account;
  if (key === null || userId === null) return [];
  const { isAdded, tooLarge } = await app.db.write(async () => {
    const unsent = await listUnsentSketches(app.db, key);
    const large = unsent.tooLarge.map(({ id }) => id);
    const hasChanges = unsent.changed.length + unsent.deleted.length > 0;
    const isAdded = hasChanges && (await queueSync(app, userId, key, { kind: 'sync-sketches' }));
    return { isAdded, tooLarge: large };
  });
  if (isAdded) void app.outbox.drain();
  return tooLarge;
}
