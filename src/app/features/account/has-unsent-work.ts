import type { App } from '../../app.ts';
import { listDirtyFields } from '../../dirty-fields.ts';

/** Whether this device has anything of a person that the server does not: rows that wait, or edits that are not saved. */
export async function hasUnsentWork(
  { db, state }: Pick<App, 'db' | 'state'>,
  userId: number,
): Promise<boolean> {
  if (state.project.dirtyFields.length > 0 || !state.project.isOnDevice) return true;
  if ((await db.run(() => db.outbox.where('userId').equals(userId).count())) > 0) return true;
  const projects = await db.run(() => db.projects.where('userId').equals(userId).toArray());
  return projects.some(
    ({ serverId, settings, saved }) => serverId === null || listDirtyFields(settings, saved).length > 0,
  );
}
