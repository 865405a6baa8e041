import { mergeViews, type ViewList } from '../../../contract/camera/merge-views.ts';
import { fitViews, stampViews, viewsOfModel } from '../../../contract/camera/model-views.ts';
import type { App } from '../../core/app.ts';
import { currentSettings } from '../../core/edit-settings.ts';
import { type BackupTier, nameBackups } from '../../orders/backup-tiers.ts';
import { copyPlain } from '../../values/copy-plain.ts';
import { queueViews } from './queue-views.ts';
import { setAside } from './set-aside.ts';

/**
 * Brings the saved views of the open project's model back from the first place that has any, when their list is empty.
 * What a person deleted stays away, wherever that is written down (E14). Views of other models that make room are set
 * aside.
 *
 * @returns How many came back.
 * @throws What a place threw, when none had any.
 */
export async function recoverViews(app: App, tiers: readonly BackupTier[]): Promise<number> {
  const name = nameBackups(app);
  if (name === null || viewsOfModel(currentSettings(app)).length > 0) return 0;
  const read = await Promise.allSettled(tiers.map((tier) => tier.read(name)));
  const copies = read.flatMap((result) => (result.status === 'fulfilled' && result.value) || []);
  // A view that was saved while the copies were read is not lost, and neither is the project they were read for.
  const now = currentSettings(app);
  const { camera_views: others, render_settings: look, model_hash } = now;
  if (viewsOfModel(now).length > 0 || nameBackups(app) !== name) return 0;
  const deleted = [...look.deleted_views, ...copies.flatMap((copy) => copy.deleted)];
  const none: ViewList = { views: [], deleted: [] };
  for (const copy of copies) {
    const back = mergeViews({ views: stampViews(copy.views, model_hash), deleted }, none);
    if (back.views.length === 0) continue;
    const { settings, key } = app.state.project;
    const { kept, dropped } = fitViews({ camera_views: [...others, ...back.views], model_hash });
    settings.camera_views = copyPlain([...kept]);
    settings.render_settings.deleted_views = copyPlain(back.deleted);
    queueViews(app);
    await setAside(app, key, dropped);
    return viewsOfModel(settings).length;
  }
  const failed = read.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return 0;
}
