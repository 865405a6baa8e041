import type { App } from '../../core/app.ts';

/**
 * When a project that is opened now was opened, milliseconds since the epoch: later than every other one of the person on this
 * device, also where its clock has been put back since.
 */
export async function openedNow(app: Pick<App, 'db' | 'outside'>, userId: number): Promise<number> {
  const rows = await app.db.run(() => app.db.projects.where('userId').equals(userId).toArray());
  return Math.max(app.outside.now(), ...rows.map(({ openedAt }) => openedAt + 1));
}
