import type { App } from '../../core/app.ts';
import { currentSettings } from '../../core/edit-settings.ts';
import type { BackupRow } from '../../data/db.ts';
import { isForeign } from './list-conflicts.ts';

/** Gives up what is set aside in a project, as far as it is listed: what waits for another model stays. */
export async function dismissConflicts(app: Pick<App, 'db' | 'state'>, projectKey: string): Promise<void> {
  const { model_hash: shown } = currentSettings(app);
  await app.db.write(async () => {
    await app.db.backups
      .where('projectKey')
      .equals(projectKey)
      .modify((row: { lost: BackupRow['lost'] }, holder: { value?: unknown }) => {
        row.lost = row.lost.filter((part) => isForeign(part, shown));
        if (row.lost.length === 0) delete holder.value;
      });
  });
}
