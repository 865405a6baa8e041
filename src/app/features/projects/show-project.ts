import type { ProjectSettings } from '../../../contract/http/projects.ts';
import type { App } from '../../core/app.ts';
import { assignSettings } from '../../core/edit-settings.ts';
import type { ProjectRow } from '../../data/db.ts';
import { dropBase } from '../../state/edit.ts';
import { listDirtyFields } from '../../values/dirty-fields.ts';
import { listDifferences, pickFields } from '../../values/same-value.ts';
import { readSteps } from './read-steps.ts';

/** Opens a project on the page in place of the one before, with what could be undone when it was left. */
export async function showProject(app: App, row: ProjectRow): Promise<void> {
  const steps = await readSteps(app.db, row.key);
  // What was edited in the one before since it was left.
  await app.workingCopy.current?.flush();
  const { project } = app.state;
  if (project.key !== null && project.key !== row.key) letGo(app.state);
  project.key = row.key;
  app.commands.restore(steps);
  project.serverId = row.serverId;
  project.sample = row.sample;
  assignSettings(app, row.settings);
  project.dirtyFields = listDirtyFields(row.settings, row.saved);
  project.isOnDevice = true;
  project.status = 'ready';
}

/** What showed a project shows nothing of it any more. */
function letGo({ project, stage, looks, edit }: App['state']): void {
  stage.modelHash = null;
  stage.camera = null;
  stage.activeView = stage.helperView = stage.picked = stage.hovered = stage.lit = null;
  stage.failed = stage.incomplete = stage.refused = null;
  looks.applied = null;
  dropBase(edit);
  // What becomes of a save that is on its way is told nowhere else.
  project.saving = null;
}

/**
 * The same project, already open: only what differs changes, and the steps to undo stay. What was edited since it was shown
 * is the person's, and on its way into the row.
 *
 * @param shown As {@link showProject} showed it.
 */
export function refreshProject(app: App, row: ProjectRow, shown: ProjectSettings): void {
  const { project } = app.state;
  const edited = listDifferences(project.settings, shown);
  const changed = listDifferences(row.settings, project.settings).filter((field) => !edited.includes(field));
  assignSettings(app, pickFields(row.settings, changed));
  project.serverId = row.serverId;
  project.sample = row.sample;
  project.dirtyFields = listDirtyFields(row.settings, row.saved);
  project.status = 'ready';
}
