import type { SavedView } from '../../../contract/http/camera-views.ts';
import type { App } from '../../core/app.ts';
import { keepLost, lostViews } from '../../data/keep-lost.ts';

/** Keeps saved views that found no room in a project, for the person to bring back. */
export async function setAside(
  app: Pick<App, 'db' | 'outside'>,
  key: string | null,
  views: readonly SavedView[],
): Promise<void> {
  if (key === null || views.length === 0) return;
  await app.db.write(() => keepLost(app.db, key, app.outside.now(), lostViews(views)));
}
