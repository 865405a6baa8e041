import { copySettings } from '../../../contract/copy-settings.ts';
import { AppError } from '../../../contract/failure.ts';
import { ProjectBody } from '../../../contract/http/projects.ts';
import type { App } from '../../core/app.ts';
import type { ProjectRow } from '../../data/db.ts';
import { listUnsentSketches } from '../../data/list-unsent-sketches.ts';
import { planSave } from '../../orders/plan-save.ts';
import { pullSketches } from '../../orders/pull-sketches.ts';
import { freshSettings } from '../../state/projects.ts';
import { listDirtyFields } from '../../values/dirty-fields.ts';
import { bringProject } from './bring-project.ts';
import { findRow, type ProjectRef } from './project-ref.ts';

/**
 * Copies a project with its light-map sketches. What is saved the server copies; with unsaved work, and without a
 * connection, the copy is made on this device and sent when that can be.
 *
 * @param name Of the copy.
 * @returns The copy, which does not open by itself.
 * @throws AppError `not-found`, `project-limit`, and those of a call.
 */
export async function copyProject(app: App, ref: ProjectRef, name: string): Promise<ProjectRow> {
  const { userId } = app.state.account;
  if (userId === null) throw new AppError({ code: 'not-authenticated' });
  if (ref.key !== null && ref.key === app.state.project.key) await app.workingCopy.current?.flush();
  const source = await findRow(app, userId, ref);
  const isSaved = source === undefined || (await isAllThere(app, source));
  const { serverId } = ref;
  if (serverId !== null && isSaved && (source === undefined || app.reachability.connection() === 'online')) {
    const options = { method: 'POST', body: { name } } as const;
    const body = await app.server.call(`/api/project/${serverId}/duplicate/`, ProjectBody, options);
    const { row: copy } = await bringProject(app, userId, body, 0);
    // Without a connection now they come when the copy is opened.
    await pullSketches(app, copy).catch(ignoreFailure);
    return copy;
  }
  if (source === undefined) throw new AppError({ code: 'not-found' });
  return copyHere(app, source, name);
}

async function copyHere(app: App, source: ProjectRow, name: string): Promise<ProjectRow> {
  const row: ProjectRow = {
    key: app.outside.randomUuid(),
    userId: source.userId,
    serverId: null,
    revision: 0,
    sample: null,
    settings: { ...copySettings(source.settings, app.outside.randomUuid), name },
    saved: freshSettings(name),
    // To have copied it is not to have opened it: the source opens first.
    openedAt: source.openedAt - 1,
  };
  await app.db.write(async () => {
    await app.db.projects.add(row);
    await copySketches(app, source.key, row.key);
    await app.outbox.add(row.userId, (await planSave(app, row.key)).added);
  });
  void app.outbox.drain();
  return row;
}

async function isAllThere(app: Pick<App, 'db'>, { key, settings, saved }: ProjectRow): Promise<boolean> {
  const { changed, deleted, tooLarge } = await app.db.run(() => listUnsentSketches(app.db, key));
  const sketches = changed.length + deleted.length + tooLarge.length;
  return sketches === 0 && listDirtyFields(settings, saved).length === 0;
}

function ignoreFailure(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}

async function copySketches(app: Pick<App, 'db' | 'outside'>, from: string, to: string): Promise<void> {
  const sketches = await app.db.sketches.where('projectKey').equals(from).toArray();
  await app.db.sketches.bulkAdd(
    sketches.map((sketch) => ({ ...sketch, id: app.outside.randomUuid(), projectKey: to })),
  );
}
