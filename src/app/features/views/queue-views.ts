import type { App } from '../../core/app.ts';
import { listUnsentViews } from './unsent-views.ts';

/** Has the changes of the saved views sent as soon as the server can be reached. One row carries all that wait. */
export function queueViews(app: App): void {
  addRow(app).then(
    (isAdded) => {
      if (isAdded) void app.outbox.drain();
    },
    (error: unknown) => app.outside.warn(app.texts().t.views.syncFailed(String(error))),
  );
}

async function addRow(app: App): Promise<boolean> {
  const { key } = app.state.project;
  const { userId } = app.state.account;
  if (key === null || userId === null) return false;
  await app.workingCopy.current?.flush();
  return app.db.write(async () => {
    const project = await app.db.projects.get(key);
    if (project === undefined) return false;
    const { changed, deleted } = listUnsentViews(project);
    const rows = await app.db.outbox
      .where('stream')
      .equals(`project:${key}`)
      .filter(({ work }) => work.kind === 'sync-views')
      .toArray();
    // What is on its way may turn out to differ from what is here by now.
    const isSending = rows.some(({ state }) => state === 'sending');
    if (changed.length + deleted.length === 0 && !isSending) return false;
    if (rows.some(({ state }) => state === 'ready')) return false;
    await app.db.outbox.bulkDelete(
      rows.filter(({ state }) => state !== 'sending').map(({ seq }) => seq as number),
    );
    await app.outbox.add(userId, [
      { key: app.outside.randomUuid(), projectKey: key, work: { kind: 'sync-views' }, dependsOn: null },
    ]);
    return true;
  });
}
