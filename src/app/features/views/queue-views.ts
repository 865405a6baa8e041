import type { App } from '../../core/app.ts';
import { listUnsentViews } from '../../data/list-unsent-views.ts';
import { isSyncing, queueSync } from '../../orders/queue-sync.ts';

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
    if (changed.length + deleted.length === 0 && !(await isSyncing(app, key, 'sync-views'))) return false;
    return queueSync(app, userId, key, { kind: 'sync-views' });
  });
}
