import { mergeViews } from '../../../contract/camera/merge-views.ts';
import { viewsOfModel } from '../../../contract/camera/model-views.ts';
import type { App } from '../../core/app.ts';
import { currentSettings } from '../../core/edit-settings.ts';
import { type BackupTier, nameBackups, type ViewBackup } from '../../orders/backup-tiers.ts';
import { isSameValue } from '../../values/same-value.ts';

/**
 * Copies the saved views of the open project's model to every place that keeps copies and lacks this one (E21). An empty
 * list never takes the place of views that nobody deleted: they may be about to be recovered. A place that cannot be
 * written is passed over: the views themselves are in the project.
 */
export async function backupViews(app: App, tiers: readonly BackupTier[]): Promise<void> {
  const name = nameBackups(app);
  const settings = currentSettings(app);
  const views = viewsOfModel(settings);
  const { deleted_views: deleted } = settings.render_settings;
  if (name === null || views.length + deleted.length === 0) return;
  const timestamp = app.outside.now();
  const backup: ViewBackup = { views, deleted, timestamp, viewCount: views.length, version: '1.0.0' };
  for (const tier of tiers) {
    try {
      const newest = await tier.read(name);
      if (newest !== null && isSameValue([newest.views, newest.deleted], [views, deleted])) continue;
      const left = mergeViews({ views: newest?.views ?? [], deleted }, { views: [], deleted: [] });
      if (views.length === 0 && left.views.length > 0) continue;
      await tier.write(name, backup);
    } catch {
      // The next place, and this one again at the next copy.
    }
  }
}
