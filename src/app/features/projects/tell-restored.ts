import type { ProjectBody } from '../../../contract/http/projects.ts';
import type { App } from '../../core/app.ts';
import { listDirtyFields } from '../../values/dirty-fields.ts';

/**
 * Says that what was saved of a project has to be saved again, because the server was put back from a backup.
 *
 * @param common What the backup had, see `adoptProject`; null where nothing is lost.
 */
export async function tellRestored(app: App, key: string, common: ProjectBody | null): Promise<void> {
  if (common === null) return;
  const row = await app.db.run(() => app.db.projects.get(key));
  if (row === undefined || listDirtyFields(row.settings, row.saved).length === 0) return;
  app.toasts.show('warning', app.texts().t.project.restoredUnsaved, { about: 'restored' });
}
