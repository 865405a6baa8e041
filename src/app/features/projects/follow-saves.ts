import { subscribeKey } from 'valtio/utils';
import type { Failure } from '../../../contract/failure.ts';
import type { App } from '../../core/app.ts';
import { isOrder } from '../../data/is-order.ts';
import type { OutboxRow, OutboxWork } from '../../data/outbox-row.ts';
import type { Saving } from '../../state/projects.ts';
import { describeFailure } from '../../texts/describe-failure.ts';
import type { Texts } from '../../texts/use-texts.ts';

/** Work whose fate is told here. */
const TOLD = new Set<OutboxWork['kind']>([
  'create-project',
  'upload-model',
  'upload-texture',
  'save-project',
  'adopt-item',
  'import-render',
]);

/**
 * Says what became of saves, also where another tab sends them: how far the one is that the person asked for, and
 * whether it is done or refused; and when a save that waited is refused. Returns the function that stops.
 */
export function followSaves(app: App, onError: (error: unknown) => void): () => void {
  const { project, shell } = app.state;
  let stopRows = (): void => {};

  const follow = async (): Promise<void> => {
    const { saving, key } = project;
    if (saving === null || key === null || saving.rows.length === 0) return;
    const keys = saving.rows.map((row) => row.key);
    const left = await app.db.run(() => app.db.outbox.where('key').anyOf(keys).sortBy('seq'));
    if (project.saving !== saving || project.key !== key) return;
    const waiting = left.filter(({ state }) => state === 'ready' || state === 'sending');
    const isUploading = waiting.some(
      ({ state, work }) => state === 'sending' && work.kind === 'upload-model',
    );
    const done = saving.rows.length - left.length + (isUploading ? (shell.uploadFraction ?? 0) : 0);
    saving.fraction = Math.max(saving.fraction, done / saving.rows.length);
    if (waiting.length > 0) return;
    project.saving = null;
    tellEnd(app, saving, left);
  };
  const check = (): void => void follow().catch(onError);
  const watch = (): void => {
    stopRows();
    project.saving = null;
    const { key } = project;
    if (key === null) return;
    stopRows = app.db.watch(() => app.db.outbox.where('stream').equals(`project:${key}`).toArray(), check);
  };
  watch();
  const stops = [
    subscribeKey(project, 'key', watch),
    subscribeKey(project, 'saving', check),
    subscribeKey(shell, 'uploadFraction', check),
    app.outbox.onEvent((event) => {
      if (event.row.projectKey !== project.key || event.kind !== 'stopped') return;
      if (TOLD.has(event.row.work.kind)) shell.uploadFraction = null;
      // Of an order that waits for it the order tells; of a row that waits for another that one.
      if (event.row !== event.cause || !TOLD.has(event.row.work.kind)) return;
      if (project.saving?.rows.some(({ key }) => key === event.row.key)) return;
      void tellRefusal(app, event.row, event.failure).catch(onError);
    }),
    app.reachability.onChange((connection) => {
      if (connection !== 'online') project.saving = null;
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    stopRows();
  };
}

function tellEnd(app: App, { rows }: Saving, left: readonly OutboxRow[]): void {
  const texts = app.texts();
  const { project: t } = texts.t;
  const gone = rows.filter(({ key }) => !left.some((row) => row.key === key));
  if (gone.some(({ kind }) => kind === 'upload-model'))
    app.toasts.show('success', t.modelSaved, { about: 'save:model' });
  const refused = left.find(({ failure }) => failure !== null);
  if (refused?.failure == null) {
    if (left.length === 0) app.toasts.show('success', t.savedToast, { about: 'save' });
    return;
  }
  const reason = describeRefusal(texts, refused.failure);
  const cause = refused.failure;
  if (refused.work.kind === 'upload-model')
    app.toasts.show('error', t.modelFailed(reason), { about: 'save:model', cause });
  else if (gone.length > 0)
    app.toasts.show('error', t.savedInPart, { message: reason, about: 'save', cause });
  else app.toasts.show('error', t.saveFailed(reason), { about: 'save', cause });
}

async function tellRefusal(app: App, row: OutboxRow, failure: Failure): Promise<void> {
  const others = await app.db.run(() => app.db.outbox.where('stream').equals(row.stream).toArray());
  if (others.some(({ work, dependsOn }) => dependsOn === row.key && isOrder(work))) return;
  const texts = app.texts();
  const { project: t } = texts.t;
  const reason = describeRefusal(texts, failure);
  const cause = failure;
  if (row.work.kind === 'upload-model')
    app.toasts.show('error', t.modelFailed(reason), { about: 'save:model', cause });
  else app.toasts.show('error', t.saveFailed(reason), { about: 'save', cause });
}

/** The server's own reason, else its status (S3 8). */
function describeRefusal(texts: Texts, failure: Failure): string {
  return failure.code === 'http-error'
    ? texts.t.project.statusFailed(failure.status)
    : describeFailure(texts, failure);
}
