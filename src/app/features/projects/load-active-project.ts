import { AppError } from '../../../contract/failure.ts';
import { ProjectBody, type ProjectSettings } from '../../../contract/http/projects.ts';
import type { App } from '../../app.ts';
import type { ProjectRow } from '../../db.ts';
import { listDirtyFields } from '../../dirty-fields.ts';
import { assignSettings } from '../../edit-settings.ts';
import { readStoredViews } from '../../read-stored-views.ts';
import { isSameValue, listDifferences, pickFields } from '../../same-value.ts';
import { backUpReplaced, mergeEdits } from './merge-edits.ts';
import { readSteps } from './read-steps.ts';
import { settingsOf } from './settings-of.ts';
import { defaultSettings } from './state.ts';

/**
 * Opens the person's active project: from the server, merged with what this device has not sent yet; offline, this
 * device's own copy. Without one anywhere a new one is made, which stays on this device until the server takes it.
 *
 * @param userId Whose project; a copy of somebody else's on this device is left alone.
 * @param newName Name for a new project, in the person's language.
 */
export async function loadActiveProject(
  app: App,
  userId: number,
  newName: string,
  signal?: AbortSignal,
): Promise<void> {
  app.state.project.status = 'loading';
  const local = await newestRow(app, userId);
  if (local !== null) await showProject(app, local);
  try {
    const body = await app.server.call('/api/project/active/', ProjectBody, {}, signal);
    const row = await adopt(app, userId, body);
    if (row.key === app.state.project.key) refreshProject(app, row);
    else await showProject(app, row);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const isMissing = error.failure.code === 'not-found';
    if (local !== null && !(isMissing && local.serverId !== null)) return;
    if (error.failure.code === 'not-authenticated') {
      app.state.project.status = 'failed';
      return;
    }
    await showProject(app, await createLocalProject(app, userId, newName));
    void app.outbox.drain();
  }
}

async function newestRow(app: App, userId: number): Promise<ProjectRow | null> {
  const rows = await app.db.run(() => app.db.projects.where('userId').equals(userId).sortBy('openedAt'));
  const newest = rows.at(-1);
  return newest === undefined ? null : dropInvalidViews(app, newest);
}

/** What is no valid view goes, whoever wrote it (S2 5). */
async function dropInvalidViews(app: App, row: ProjectRow): Promise<ProjectRow> {
  const read = ({ camera_views }: ProjectSettings): ProjectSettings['camera_views'] =>
    readStoredViews(camera_views, { ...app.outside, nameOf: app.texts().t.views.defaultName });
  const [here, there] = [read(row.settings), read(row.saved)];
  if (isSameValue([here, there], [row.settings.camera_views, row.saved.camera_views])) return row;
  const clean: ProjectRow = {
    ...row,
    settings: { ...row.settings, camera_views: here },
    saved: { ...row.saved, camera_views: there },
  };
  await app.db.run(() => app.db.projects.put(clean));
  return clean;
}

/** Edits of this device that the server has not got stand, see {@link mergeEdits}; the rest is the server's. */
async function adopt(app: App, userId: number, body: ProjectBody): Promise<ProjectRow> {
  const theirs = settingsOf(body);
  return app.db.write(async () => {
    const known = await app.db.projects.filter((row) => row.serverId === body.id).first();
    const merged = known === undefined ? { settings: theirs, replaced: [] } : mergeEdits(known, theirs);
    const row: ProjectRow = {
      key: known?.key ?? app.outside.randomUuid(),
      userId,
      serverId: body.id,
      revision: body.revision,
      isSample: body.is_sample,
      settings: merged.settings,
      saved: theirs,
      openedAt: app.outside.now(),
    };
    await app.db.projects.put(row);
    await backUpReplaced(app.db, row.key, row.openedAt, theirs, merged.replaced);
    return row;
  });
}

async function createLocalProject(app: App, userId: number, name: string): Promise<ProjectRow> {
  const settings = defaultSettings(name);
  const row: ProjectRow = {
    key: app.outside.randomUuid(),
    userId,
    serverId: null,
    revision: 0,
    isSample: false,
    settings,
    saved: settings,
    openedAt: app.outside.now(),
  };
  await app.db.write(async () => {
    await app.db.projects.add(row);
    await app.outbox.add(userId, [
      {
        key: app.outside.randomUuid(),
        projectKey: row.key,
        work: { kind: 'create-project' },
        dependsOn: null,
      },
    ]);
  });
  return row;
}

/** With what could be undone when it was left. */
async function showProject(app: App, row: ProjectRow): Promise<void> {
  const steps = await readSteps(app.db, row.key);
  const { project } = app.state;
  project.key = row.key;
  app.commands.restore(steps);
  project.serverId = row.serverId;
  project.isSample = row.isSample;
  assignSettings(app, row.settings);
  project.dirtyFields = listDirtyFields(row.settings, row.saved);
  project.isOnDevice = true;
  project.status = 'ready';
}

/** The same project, already open: only what differs changes, and the steps to undo stay. */
function refreshProject(app: App, row: ProjectRow): void {
  const changed = listDifferences(row.settings, app.state.project.settings);
  assignSettings(app, pickFields(row.settings, changed));
  app.state.project.serverId = row.serverId;
  app.state.project.isSample = row.isSample;
  app.state.project.dirtyFields = listDirtyFields(row.settings, row.saved);
  app.state.project.status = 'ready';
}
