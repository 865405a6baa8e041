import type { App } from '../../core/app.ts';
import { listDirtyFields } from '../../values/dirty-fields.ts';

/**
 * Whether this device has anything of a person that the server does not: rows that wait, pictures that this device draws or
 * has drawn, edits that are not saved, light that is still being painted or is too large to be sent.
 */
export async function hasUnsentWork(
  { db, state }: Pick<App, 'db' | 'state'>,
  userId: number,
): Promise<boolean> {
  if (state.project.dirtyFields.length > 0 || !state.project.isOnDevice) return true;
  if ((await db.run(() => db.outbox.where('userId').equals(userId).count())) > 0) return true;
  if ((await db.run(() => db.deviceRenders.where('userId').equals(userId).count())) > 0) return true;
  const projects = await db.run(() => db.projects.where('userId').equals(userId).toArray());
  const isUnsaved = projects.some(
    ({ serverId, settings, saved }) => serverId === null || listDirtyFields(settings, saved).length > 0,
  );
  if (isUnsaved) return true;
  const keys = projects.map(({ key }) => key);
  const [here, there] = await db.run(() =>
    Promise.all([
      db.sketches.where('projectKey').anyOf(keys).toArray(),
      db.sketchStates.where('projectKey').anyOf(keys).toArray(),
    ]),
  );
  const sent = new Map(there.map(({ id, sentAt }) => [id, sentAt]));
  return here.length !== sent.size || here.some(({ id, updatedAt }) => sent.get(id) !== updatedAt);
}
