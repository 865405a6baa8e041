import { AppError } from '../../../contract/failure.ts';
import { ProjectBody } from '../../../contract/http/projects.ts';
import type { App } from '../../core/app.ts';
import { pinProject } from '../../core/pin-model.ts';
import type { ProjectRow } from '../../data/db.ts';
import { readAtRestore } from '../../orders/at-restore.ts';
import { rememberCamera } from '../../scene/remember-camera.ts';
import { untilKept } from '../../scene/until-kept.ts';
import { bringProject } from './bring-project.ts';
import { openedNow } from './opened-now.ts';
import { obtainProject, type ProjectRef } from './project-ref.ts';
import { showProject } from './show-project.ts';
import { tellRestored } from './tell-restored.ts';

/**
 * Opens another project in place of the open one, whose unsaved work stays on this device with what can be undone in it.
 * What this device has of it shows at once; what the server has newer follows, where it can be reached. One that was slow
 * to come stays closed where another has been opened since.
 *
 * @throws AppError `not-found`, and those of a call for a project that is not on this device yet. The open one stays then.
 */
export async function openProject(app: App, ref: ProjectRef, signal?: AbortSignal): Promise<void> {
  const { project } = app.state;
  const { serverId } = ref;
  const isOpen = (ref.key ?? '') === project.key || (serverId !== null && serverId === project.serverId);
  if (isOpen && project.status === 'ready') return;
  const isOpenStill = pinProject(app);
  const row = await obtainProject(app, ref, signal);
  signal?.throwIfAborted();
  if (!isOpenStill()) return;
  await leaveProject(app);
  signal?.throwIfAborted();
  await enterProject(app, row);
  await refresh(app, row);
}

/** Shows a project of this device as the one that is open from now on, here and, once it hears of it, on the server. */
export async function enterProject(app: App, row: ProjectRow): Promise<void> {
  const openedAt = await openedNow(app, row.userId);
  await app.db.write(async () => {
    await app.db.projects.update(row.key, { openedAt });
    // Only the last choice counts.
    await app.db.outbox
      .where('userId')
      .equals(row.userId)
      .filter(({ work, state }) => work.kind === 'activate-project' && state !== 'sending')
      .delete();
    await app.outbox.add(row.userId, [
      {
        key: app.outside.randomUuid(),
        projectKey: row.key,
        work: { kind: 'activate-project' },
        dependsOn: null,
      },
    ]);
  });
  await showProject(app, { ...row, openedAt });
  void app.outbox.drain();
}

/**
 * The open project as it is goes to this device's database, before another one is opened. What shows it does so until that
 * one takes its place, see {@link showProject}: what fails in between leaves it open.
 */
export async function leaveProject(app: App): Promise<void> {
  const { project, stage } = app.state;
  if (app.importing.current !== null) {
    app.importing.current.abort();
    app.toasts.show('info', app.texts().t.stage.importLeft(stage.load?.name ?? ''), { area: 'page' });
    stage.load = null;
  }
  // A tool keeps its work when it is closed.
  stage.toolbar = null;
  await untilKept(app);
  if (stage.camera !== null && stage.modelHash !== null && stage.modelHash === project.settings.model_hash) {
    rememberCamera(app, stage.camera);
  }
  await app.workingCopy.current?.flush();
}

async function refresh(app: App, row: ProjectRow): Promise<void> {
  if (row.serverId === null || app.reachability.connection() !== 'online') return;
  try {
    const body = await app.server.call(`/api/project/${row.serverId}/`, ProjectBody);
    const common = await readAtRestore(app, body);
    if (app.state.account.userId !== row.userId) return;
    await app.workingCopy.current?.flush();
    tellRestored(app, await bringProject(app, row.userId, body, row.openedAt, row, common));
  } catch (error) {
    // What this device has of it stands.
    if (!(error instanceof AppError)) throw error;
  }
}
