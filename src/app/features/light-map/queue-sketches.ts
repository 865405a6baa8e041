import type { App } from '../../core/app.ts';
import { listUnsentSketches } from '../../data/list-unsent-sketches.ts';

/**
 * Has the changes of the open project's sketches sent as soon as the server can be reached. One row carries all that wait.
 *
 * @returns Ids of sketches that are too large to be sent.
 */
export async function queueSketches(
  app: Pick<App, 'db' | 'state' | 'outbox' | 'outside'>,
): Promise<string[]> {
  const { key, serverId } = app.state.project;
  const { userId } = app.state.account;
  if (key === null || serverId === null || userId === null) return [];
  const { isAdded, tooLarge } = await app.db.write(async () => {
    const unsent = await listUnsentSketches(app.db, key);
    const large = unsent.tooLarge.map(({ id }) => id);
    const rows = await app.db.outbox
      .where('stream')
      .equals(`project:${key}`)
      .filter(({ work }) => work.kind === 'sync-sketches')
      .toArray();
    const isWaiting = rows.some(({ state }) => state === 'ready');
    if (unsent.changed.length + unsent.deleted.length === 0 || isWaiting) {
      return { isAdded: false, tooLarge: large };
    }
    await app.db.outbox.bulkDelete(
      rows.filter(({ state }) => state !== 'sending').map(({ seq }) => seq as number),
    );
    await app.outbox.add(userId, [
      { key: app.outside.randomUuid(), projectKey: key, work: { kind: 'sync-sketches' }, dependsOn: null },
    ]);
    return { isAdded: true, tooLarge: large };
  });
  if (isAdded) void app.outbox.drain();
  return tooLarge;
}
