import type { ContentHash } from '../../contract/ids.ts';
import type { App } from '../core/app.ts';
import { currentSettings } from '../core/edit-settings.ts';
import { putViews } from '../features/views/put-views.ts';
import { queueViews } from '../features/views/queue-views.ts';

/** The saved views and sketches of one model of the open project are those of another from now on. */
export function carryToHash(app: App, from: ContentHash, to: ContentHash): void {
  const views = currentSettings(app).camera_views.filter(({ model_hash }) => model_hash === from);
  putViews(app, new Map(views.map((view) => [view.uuid, { ...view, model_hash: to }])));
  queueViews(app);
  const { key } = app.state.project;
  if (key === null) return;
  app.db
    .write(async () => {
      const sketches = app.db.sketches.where('projectKey').equals(key);
      await sketches
        .filter(({ modelHash }) => modelHash === from)
        .modify((row: { modelHash: ContentHash | null; updatedAt: number }) => {
          row.modelHash = to;
          row.updatedAt = Math.max(app.outside.now(), row.updatedAt + 1);
        });
    })
    .catch((cause: unknown) =>
      app.toasts.show('error', app.texts().t.lightMap.notKept, { area: 'viewer', cause }),
    );
}
