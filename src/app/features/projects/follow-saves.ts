import type { App } from '../../app.ts';
import type { OutboxWork } from '../../db.ts';
import { editSettings } from '../../edit-settings.ts';
import { describeFailure } from '../../texts/describe-failure.ts';

/** Work whose fate is told here. */
const TOLD = new Set<OutboxWork['kind']>([
  'create-project',
  'upload-model',
  'upload-texture',
  'save-project',
]);

/** Says what became of saves: done, refused, or merged with another device's. Returns the function that stops. */
export function followSaves(app: App): () => void {
  const { project } = app.state;
  const stopEvents = app.outbox.onEvent((event) => {
    const { kind: work } = event.row.work;
    if (event.row.projectKey !== project.key || !TOLD.has(work)) return;
    const texts = app.texts();
    if (event.kind === 'stopped') {
      app.state.shell.uploadFraction = null;
      project.isSaving = false;
      app.toasts.show('error', texts.t.project.saveFailed(describeFailure(texts, event.failure)));
    }
    if (event.kind === 'sent' && work === 'save-project') {
      if (project.isSaving) app.toasts.show('success', texts.t.project.savedToast);
      project.isSaving = false;
      if (Array.isArray(event.value) && event.value.length > 0) void offerOthers(app, event.row.projectKey);
    }
  });
  const stopConnection = app.reachability.onChange((connection) => {
    if (connection !== 'online') project.isSaving = false;
  });
  return () => {
    stopEvents();
    stopConnection();
  };
}

/** Another device's values were replaced by this one's: they are one press away (K7). */
async function offerOthers(app: App, projectKey: string): Promise<void> {
  const backups = await app.db.run(() => app.db.backups.where('projectKey').equals(projectKey).sortBy('id'));
  const newest = backups.at(-1);
  if (newest === undefined) return;
  const { t } = app.texts();
  app.toasts.show('info', t.project.merged, {
    action: {
      label: t.project.useOthers,
      run: () => editSettings(app, t.project.useOthers, newest.settings),
    },
  });
}
