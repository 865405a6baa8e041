import type { App } from '../../core/app.ts';
import type { ProjectRow } from '../../data/db.ts';
import { freshSettings } from '../../state/projects.ts';

/**
 * Makes of a project that the server has not any more one of this device alone, with all that stands in it: the next save
 * makes it anew. Call inside `db.write`.
 */
export async function keepDeleted(
  { db }: Pick<App, 'db'>,
  { key, settings: last }: ProjectRow,
): Promise<void> {
  await db.sketchStates.where('projectKey').equals(key).delete();
  // What the server gave numbers to has none there any more.
  const camera_views = last.camera_views.map((view) => ({ ...view, backend_id: null }));
  const settings = { ...last, camera_views };
  const saved = freshSettings(settings.name);
  await db.projects.update(key, {
    serverId: null,
    madeAt: null,
    revision: 0,
    seenRevision: 0,
    sample: null,
    settings,
    saved,
  });
}
