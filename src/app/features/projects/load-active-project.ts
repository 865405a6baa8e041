import { AppError, type FailureCode } from '../../../contract/failure.ts';
import { ProjectBody, type ProjectSettings } from '../../../contract/http/projects.ts';
import type { App } from '../../core/app.ts';
import { currentSettings } from '../../core/edit-settings.ts';
import type { ProjectRow } from '../../data/db.ts';
import { readStoredViews } from '../../model/read-stored-views.ts';
import { readAtRestore } from '../../orders/at-restore.ts';
import { isSameValue } from '../../values/same-value.ts';
import { addressToOpen } from './address-to-open.ts';
import { type Brought, bringProject } from './bring-project.ts';
import { takeLastWords } from './last-words.ts';
import { addLocalProject, isOnlyHere, isToStay, queueCreation } from './local-project.ts';
import { noteHeir } from './note-deletion.ts';
import { leaveProject } from './open-project.ts';
import { openedNow } from './opened-now.ts';
import { refreshProject, showProject } from './show-project.ts';
import { tellRestored } from './tell-restored.ts';

/** Failures after which going on with an empty project would hide one that there may be. */
const NO_ANSWER: readonly FailureCode[] = ['not-authenticated', 'response-unexpected'];

/**
 * Opens the person's active project: from the server, merged with what this device has not sent yet; offline, this
 * device's own copy. Without one anywhere a new one is made, which stays on this device until the server takes it; one
 * that was made only because the server could not be asked makes way for what the server has, unless it was touched. What is
 * open already stays open, and so does what is opened while the server is asked.
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
  const { project } = app.state;
  // Somebody may be working in what is open.
  let local = project.status === 'ready' ? await keepOpen(app, userId) : null;
  if (local === null) {
    project.status = 'loading';
    project.failure = null;
    await takeLastWords(app);
    local = await newestRow(app, userId);
    if (local !== null) await showInstead(app, local);
  }
  const { key } = project;
  if (local !== null && (await isOnlyHere(app, local.key))) return queueCreation(app, local.key);
  try {
    const address = (await addressToOpen(app, local)) ?? '/api/project/active/';
    const body = await app.server.call(address, ProjectBody, {}, signal);
    const common = await readAtRestore(app, body, signal);
    if (project.key !== key) return;
    // What was done while the server was asked is work to keep, and so is a model on its way into what is open.
    if (local !== null && (await isOnlyHere(app, local.key))) return await queueCreation(app, local.key);
    if (local !== null && app.importing.current !== null && body.id !== local.serverId) {
      return local.serverId === null ? await queueCreation(app, local.key) : undefined;
    }
    const brought = await adoptActive(app, userId, body, local, common);
    const { row } = brought;
    if (project.key !== key) return;
    if (local !== null && row.key === project.key) refreshProject(app, row, local.settings);
    else await showInstead(app, row);
    if (row.serverId === null) await queueCreation(app, row.key);
    tellRestored(app, brought);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (project.key !== key) return;
    const { code } = error.failure;
    const isMissing = code === 'not-found';
    if (local?.serverId === null) return isMissing ? queueCreation(app, local.key) : undefined;
    if (local !== null && !isMissing) return;
    if (NO_ANSWER.includes(code)) {
      project.status = 'failed';
      project.failure = error.failure;
      return;
    }
    const row = await addLocalProject(app, userId, newName);
    await showInstead(app, row);
    if (isMissing) await queueCreation(app, row.key);
  }
}

/** What showed another project lets go of it first. */
async function showInstead(app: App, row: ProjectRow): Promise<void> {
  const { project } = app.state;
  const { key } = project;
  if (key !== null && key !== row.key) await leaveProject(app);
  // Or another one was opened meanwhile.
  if (project.key === key) await showProject(app, row);
}

/** The open project with all that was done in it, or null where this device has it no more. */
async function keepOpen(app: App, userId: number): Promise<ProjectRow | null> {
  const { project } = app.state;
  const { key } = project;
  if (key === null) return null;
  const shown = currentSettings(app);
  await app.workingCopy.current?.flush();
  const row = await app.db.run(() => app.db.projects.get(key));
  if (row?.userId !== userId) return null;
  if (project.key === key) refreshProject(app, row, shown);
  return row;
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

/**
 * @param local What was open when the server was asked. Made only because it could not be, it makes way, unless it was touched
 *   or the server was given it since: then it is what stays open.
 * @param common What a backup had of the project, see `adoptProject`.
 */
async function adoptActive(
  app: App,
  userId: number,
  body: ProjectBody,
  local: ProjectRow | null,
  common: ProjectBody | null,
): Promise<Brought> {
  return app.db.write(async () => {
    const here = local?.serverId === null ? await app.db.projects.get(local.key) : undefined;
    if (here !== undefined && here.serverId !== body.id) {
      if (here.serverId !== null || (await isToStay(app, here))) return { row: here, isToSaveAgain: false };
      await app.db.projects.delete(here.key);
    }
    const openedAt = await openedNow(app, userId);
    const { row, isToSaveAgain } = await bringProject(app, userId, body, openedAt, local, common);
    await app.db.projects.update(row.key, { openedAt });
    if (local?.serverId === null && local.key !== row.key) await noteHeir(app.db, local.key, row.key);
    return { row: { ...row, openedAt }, isToSaveAgain };
  });
}
