import { fitText } from '../../../contract/files/fit-text.ts';
import { ProjectBody } from '../../../contract/http/projects.ts';
import type { App } from '../../core/app.ts';
import { editSettings } from '../../core/edit-settings.ts';
import { adoptRevision } from '../../data/adopt-revision.ts';
import { findRow, type ProjectRef } from './project-ref.ts';

const NAME_MAX_LENGTH = 255;

/**
 * Gives a project another name: the open one as a step to undo, any other one at once. Without a connection the name is on
 * this device and goes along with the next save.
 *
 * @param name Blank ones change nothing.
 * @throws AppError of a call for a project that is not on this device.
 */
export async function renameProject(app: App, ref: ProjectRef, name: string): Promise<void> {
  const { project, account } = app.state;
  const next = fitText(name.trim(), NAME_MAX_LENGTH);
  if (next === '' || account.userId === null) return;
  if (ref.key !== null && ref.key === project.key) {
    if (next !== project.settings.name) editSettings(app, app.texts().t.project.undoName, { name: next });
    return;
  }
  const row = await findRow(app, account.userId, ref);
  if (row !== undefined) {
    await app.db.run(() => app.db.projects.update(row.key, { settings: { ...row.settings, name: next } }));
  }
  const isHeard = app.reachability.connection() === 'online' || row === undefined;
  if (ref.serverId === null || !isHeard) return;
  const options = { method: 'PATCH', body: { name: next } } as const;
  const body = await app.server.call(`/api/project/${ref.serverId}/`, ProjectBody, options);
  if (row === undefined) return;
  await app.db.write(async () => {
    const now = await app.db.projects.get(row.key);
    if (now === undefined) return;
    // Another device's change in between is met, and kept, by the next save.
    const saved = { ...now.saved, name: next };
    await app.db.projects.update(row.key, { ...adoptRevision(now, body.revision), saved });
  });
}
