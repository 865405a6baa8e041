import { subscribe } from 'valtio';
import { PROJECT_SYNC_DEBOUNCE_MS } from '../../../contract/constants.ts';
import type { App } from '../../core/app.ts';
import { currentSettings } from '../../core/edit-settings.ts';
import { queueSync } from '../../orders/queue-sync.ts';
import { describeFailure } from '../../texts/describe-failure.ts';
import { isSameValue } from '../../values/same-value.ts';
import { listLiveChanges } from './live-changes.ts';

/**
 * Has colours sent to the server 2 s after the last change of a material (S2 4, S3 9). Returns the function that stops.
 *
 * @param onError Told about bugs; what the server does not take travels with the next save.
 */
export function followMaterials(app: App, onError: (error: unknown) => void): () => void {
  const { project } = app.state;
  let seen = currentSettings(app).model_materials;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const queue = async (): Promise<void> => {
    const { key } = project;
    const { userId } = app.state.account;
    if (key === null || userId === null) return;
    if (project.serverId === null) return app.outside.warn(app.texts().t.history.noProject);
    await app.workingCopy.current?.flush();
    const isAdded = await app.db.write(async () => {
      const row = await app.db.projects.get(key);
      if (row === undefined || listLiveChanges(row).length === 0) return false;
      return queueSync(app, userId, key, { kind: 'sync-materials' });
    });
    if (isAdded) void app.outbox.drain();
  };
  const follow = (): void => {
    const { model_materials: next } = currentSettings(app);
    if (isSameValue(next, seen)) return;
    seen = next;
    clearTimeout(timer);
    timer = setTimeout(() => void queue().catch(onError), PROJECT_SYNC_DEBOUNCE_MS);
  };
  const stopProject = subscribe(project, follow);
  const stopOutbox = app.outbox.onEvent((event) => {
    if (event.kind !== 'stopped' || event.row.work.kind !== 'sync-materials') return;
    const texts = app.texts();
    app.outside.warn(texts.t.history.syncFailed(describeFailure(texts, event.failure)));
  });
  return () => {
    clearTimeout(timer);
    stopProject();
    stopOutbox();
  };
}
