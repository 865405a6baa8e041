import { MaterialSelectionBody } from '../../../contract/http/model-materials.ts';
import type { MaterialSelection } from '../../../contract/http/projects.ts';
import type { App } from '../../core/app.ts';
import { showsOtherModel } from '../../data/shows-other-model.ts';
import { isOfLostTime } from '../../orders/at-restore.ts';
import { isSameChoice, readSelection } from './read-selection.ts';

/**
 * Fetches the selection of a project that the server has. What this device has not sent yet stands; without a
 * connection, or a project on the server, nothing happens. One that the server lost as it was put back from a backup comes back
 * with the project.
 *
 * @throws AppError when the server cannot say it.
 */
export async function pullSelection(app: App, key: string, signal: AbortSignal): Promise<void> {
  const { serverId } = app.state.project;
  if (serverId === null || app.reachability.connection() !== 'online') return;
  const before = await readSaved(app, key);
  const path = `/api/projects/${serverId}/material-selection/`;
  const body = await app.server.call(path, MaterialSelectionBody, {}, signal);
  const theirs = readSelection(body);
  if (!isSameChoice(theirs, before) && (await isOfLostTime(app, { key, serverId }, signal))) return;
  await app.workingCopy.current?.flush();
  await app.db.write(async () => {
    const row = await app.db.projects.get(key);
    if (row === undefined) return;
    const { settings, saved } = row;
    const mine = settings.render_settings.material_selection;
    const known = saved.render_settings.material_selection;
    // What this device has sent while the server was asked is newer than the answer.
    if (isSameChoice(theirs, known) || !isSameChoice(known, before)) return;
    const isUntouched = !showsOtherModel(row) && isSameChoice(mine, known);
    const here = isUntouched ? theirs : mine;
    await app.db.projects.update(key, {
      saved: { ...saved, render_settings: { ...saved.render_settings, material_selection: theirs } },
      settings: { ...settings, render_settings: { ...settings.render_settings, material_selection: here } },
    });
  });
}

async function readSaved({ db }: Pick<App, 'db'>, key: string): Promise<MaterialSelection | null> {
  return (await db.run(() => db.projects.get(key)))?.saved.render_settings.material_selection ?? null;
}
