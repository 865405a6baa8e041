import type { App } from '../../core/app.ts';
import { queueSync } from '../../orders/queue-sync.ts';

/** Has the selection sent as soon as the server can be reached. One row carries whatever stands when it is sent. */
export function queueSelection(app: App): void {
  addRow(app).then(
    (isAdded) => {
      if (isAdded) void app.outbox.drain();
    },
    (cause: unknown) => app.toasts.show('error', app.texts().t.selection.saveFailed, { cause }),
  );
}

async function addRow(app: App): Promise<boolean> {
  const { key } = app.state.project;
  const { userId } = app.state.account;
  if (key === null || userId === null) return false;
  await app.workingCopy.current?.flush();
  return app.db.write(() => queueSync(app, userId, key, { kind: 'sync-selection' }));
}
