import { isFailure } from '../../../contract/failure.ts';
import { LastSyncBody, ProjectBody } from '../../../contract/http/projects.ts';
import { loadCode } from '../../browser/load-code.ts';
import type { App } from '../../core/app.ts';
import { readAtRestore } from '../../orders/at-restore.ts';
import { adoptProject } from './adopt-project.ts';
import { keepLostModel } from './keep-lost-model.ts';
import { tellRestored } from './tell-restored.ts';

/**
 * Brings what other devices saved of the open project to this one, under its unsent edits (last-sync, S3 4). While this
 * device is sending something itself nothing happens: its answer says as much.
 *
 * @param known What the server said at the last call; null at the first.
 * @returns What to say at the next call.
 * @throws AppError when the server cannot say it.
 */
export async function syncProject(
  app: App,
  known: string | null,
  signal: AbortSignal,
): Promise<string | null> {
  const { key, serverId } = app.state.project;
  if (key === null || serverId === null) return known;
  if (await isBusy(app, key)) return known;
  const timestamp = await readLastSync(app, signal);
  if (timestamp === known) return known;
  const asked = await app.db.run(() => app.db.projects.get(key));
  try {
    const body = await app.server.call(`/api/project/${serverId}/`, ProjectBody, {}, signal);
    const common = await readAtRestore(app, body, signal);
    // What was sent meanwhile is newer than this answer, or in it.
    if (await isBusy(app, key)) return known;
    await app.workingCopy.current?.flush();
    const tools = { db: app.db, now: app.outside.now };
    const { lost, isToSaveAgain } = await adoptProject(tools, key, body, asked?.revision ?? null, common);
    tellRestored(app, { row: { key }, isToSaveAgain });
    await keepLostModel(app, body, lost);
  } catch (error) {
    if (!isFailure(error, 'not-found')) throw error;
    const { meetDeletion } = await loadCode(() => import('./meet-deletion.ts'));
    await meetDeletion(app, key, signal);
    // Nothing there is this project's, whatever stands under its number.
    return timestamp;
  }
  const { pullSketches } = await loadCode(() => import('../../orders/pull-sketches.ts'));
  await pullSketches(app, { key, serverId }, signal);
  return timestamp;
}

async function readLastSync(app: App, signal: AbortSignal): Promise<string | null> {
  try {
    const { timestamp } = await app.server.call('/api/project/last-sync/', LastSyncBody, {}, signal);
    return timestamp;
  } catch (error) {
    // 0 on 404: nothing was ever synchronised (S3 7).
    if (isFailure(error, 'not-found')) return '0';
    throw error;
  }
}

async function isBusy(app: App, key: string): Promise<boolean> {
  const rows = await app.db.run(() => app.db.outbox.where('stream').equals(`project:${key}`).toArray());
  return rows.some(({ state, wasSent }) => state === 'sending' || (state === 'ready' && wasSent));
}
