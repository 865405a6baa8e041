import { subscribe } from 'valtio';
import { viewsOfModel } from '../../../contract/camera/model-views.ts';
import { VIEW_BACKUPS } from '../../../contract/constants.ts';
import { AppError, type Failure } from '../../../contract/failure.ts';
import { loadCode } from '../../browser/load-code.ts';
import type { App } from '../../core/app.ts';
import { currentSettings } from '../../core/edit-settings.ts';
import { listUnsentViews } from '../../data/list-unsent-views.ts';
import { nameBackups, openBackupTiers } from '../../orders/backup-tiers.ts';
import { describeFailure } from '../../texts/describe-failure.ts';
import { adoptLegacyViews } from './adopt-legacy-views.ts';
import { queueViews } from './queue-views.ts';

/** What one opened project still has to do. */
interface Opened {
  readonly name: string;
  /** The project was opened, and not only another model in it: an empty list may be a lost one. */
  readonly isFirst: boolean;
  attempts: number;
  readonly timers: ReturnType<typeof setTimeout>[];
  readonly pulling: AbortController;
}

/**
 * Keeps copies of the open project's saved views (S2 4): 1 s after a change and every 30 s. When a project opens, its
 * views are fetched and what the server lacks is sent; if the list is empty 2 s or 3 s later, it is recovered.
 *
 * @returns Function that stops.
 */
export function followViews(app: App, onError: (error: unknown) => void): () => void {
  const tiers = openBackupTiers(app);
  let opened: Opened | null = null;
  let openKey: string | null = null;
  let seen: unknown = null;
  let backupTimer: ReturnType<typeof setTimeout> | undefined;

  const back = (): void => {
    loadCode(() => import('./backup-views.ts'))
      .then(({ backupViews }) => backupViews(app, tiers))
      .catch((error: unknown) => {
        // The next copy asks again.
        if (!(error instanceof AppError)) onError(error);
      });
  };
  const fetchViews = async (signal: AbortSignal): Promise<void> => {
    const { pullViews } = await loadCode(() => import('./pull-views.ts'));
    signal.throwIfAborted();
    await pullViews(app, signal);
  };
  const pull = (): void => {
    const { serverId } = app.state.project;
    if (opened === null || (serverId !== null && app.reachability.connection() !== 'online')) return;
    const { signal } = opened.pulling;
    fetchViews(signal).catch((error: unknown) => {
      if (!signal.aborted && !(error instanceof AppError)) onError(error);
    });
  };
  const recover = async (of: Opened, isLast: boolean): Promise<void> => {
    if (of !== opened || of.attempts >= VIEW_BACKUPS.attempts) return;
    if (viewsOfModel(currentSettings(app)).length > 0) return;
    const { t } = app.texts();
    of.attempts += 1;
    try {
      const { recoverViews } = await loadCode(() => import('./recover-views.ts'));
      const count = await recoverViews(app, tiers);
      if (count > 0) app.toasts.show('info', t.views.recovered(count), { area: 'viewer' });
      else if (isLast && of.isFirst && viewsOfModel(currentSettings(app)).length === 0) {
        app.outside.warn(t.views.noBackups);
      }
    } catch {
      app.outside.warn(t.views.recoveryFailed(of.attempts, VIEW_BACKUPS.attempts));
      const [first, second] = VIEW_BACKUPS.checksMs;
      if (isLast) later(of, second! - first!, true);
    }
  };
  const later = (of: Opened, ms: number, isLast: boolean): void => {
    of.timers.push(setTimeout(() => void recover(of, isLast), ms));
  };
  const close = (): void => {
    opened?.pulling.abort();
    for (const timer of opened?.timers ?? []) clearTimeout(timer);
    opened = null;
  };
  const follow = (): void => {
    const name = nameBackups(app);
    if (name !== (opened?.name ?? null)) {
      close();
      if (name !== null) {
        const { key } = app.state.project;
        const isFirst = key !== openKey;
        const of: Opened = { name, isFirst, attempts: 0, timers: [], pulling: new AbortController() };
        opened = of;
        openKey = key;
        adoptLegacyViews(app);
        pull();
        queueViews(app);
        for (const [index, ms] of VIEW_BACKUPS.checksMs.entries()) {
          later(of, ms, index === VIEW_BACKUPS.checksMs.length - 1);
        }
      }
    }
    const { camera_views: views, render_settings: look } = currentSettings(app);
    const now = JSON.stringify([name, views, look.deleted_views]);
    if (now === seen) return;
    seen = now;
    clearTimeout(backupTimer);
    backupTimer = setTimeout(back, VIEW_BACKUPS.delayMs);
  };
  const stopProject = subscribe(app.state.project, follow);
  const stopConnection = app.reachability.onChange(pull);
  const stopOutbox = app.outbox.onEvent((event) => {
    if (event.kind !== 'stopped' || event.row.work.kind !== 'sync-views') return;
    const texts = app.texts();
    const reason = describeFailure(texts, event.failure);
    app.outside.warn(texts.t.views.syncFailed(reason));
    tellUnsent(app, event.row.projectKey, event.failure).catch(onError);
  });
  const interval = setInterval(back, VIEW_BACKUPS.everyMs);
  follow();
  return () => {
    close();
    clearTimeout(backupTimer);
    clearInterval(interval);
    stopProject();
    stopConnection();
    stopOutbox();
  };
}

/** Names the views that the server did not take: they stay here, and go with the next save (S3 4, S3 8). */
async function tellUnsent(app: App, projectKey: string, cause: Failure): Promise<void> {
  const row = await app.db.run(() => app.db.projects.get(projectKey));
  if (row === undefined || projectKey !== app.state.project.key) return;
  const { views: t } = app.texts().t;
  const { changed, deleted } = listUnsentViews(row);
  const titles = [
    ...deleted.map(({ view }) => t.deleteViewFailed(view.name)),
    ...changed.map(({ name }) => t.saveViewFailed(name)),
  ];
  const message = describeFailure(app.texts(), cause);
  for (const title of titles) app.toasts.show('warning', title, { area: 'viewer', message, cause });
}
