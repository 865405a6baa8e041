import { SAVED_VIEWS_MAX } from '../../../contract/constants.ts';
import { mergeViews, type ViewList } from '../../../contract/merge-views.ts';
import type { App } from '../../app.ts';
import { copyPlain } from '../../copy-plain.ts';
import { currentSettings } from '../../edit-settings.ts';
import { type BackupTier, nameBackups } from './backup-tiers.ts';
import { queueViews } from './queue-views.ts';

/**
 * Brings the open project's saved views back from the first place that has any, when its list is empty. What a person
 * deleted stays away, wherever that is written down (E14).
 *
 * @returns How many came back.
 * @throws What a place threw, when none had any.
 */
export async function recoverViews(app: App, tiers: readonly BackupTier[]): Promise<number> {
  const name = nameBackups(app);
  if (name === null || currentSettings(app).camera_views.length > 0) return 0;
  const read = await Promise.allSettled(tiers.map((tier) => tier.read(name)));
  const copies = read.flatMap((result) => (result.status === 'fulfilled' && result.value) || []);
  // A view that was saved while the copies were read is not lost, and neither is the project they were read for.
  const { camera_views: views, render_settings: look } = currentSettings(app);
  if (views.length > 0 || nameBackups(app) !== name) return 0;
  const deleted = [...look.deleted_views, ...copies.flatMap((copy) => copy.deleted)];
  const none: ViewList = { views: [], deleted: [] };
  for (const copy of copies) {
    const back = mergeViews({ views: copy.views, deleted }, none);
    if (back.views.length === 0) continue;
    const { settings } = app.state.project;
    settings.camera_views = copyPlain(back.views.slice(0, SAVED_VIEWS_MAX));
    settings.render_settings.deleted_views = copyPlain(back.deleted);
    queueViews(app);
    return settings.camera_views.length;
  }
  const failed = read.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return 0;
}
