import { subscribe } from 'valtio';
import { AppError } from '../../../contract/failure.ts';
import { loadCode } from '../../browser/load-code.ts';
import type { App } from '../../core/app.ts';
import { currentSettings } from '../../core/edit-settings.ts';
import { putSelection } from './put-selection.ts';
import { isSameChoice } from './read-selection.ts';
import type { SentSelection } from './send-selection.ts';

/**
 * Fetches the selection of the project that opens, so that its marks can be shown, and says when the server did not take
 * one: what the page shows is then what the server has.
 *
 * @returns Function that stops.
 */
export function followSelection(app: App, onError: (error: unknown) => void): () => void {
  const { project, selection } = app.state;
  let pulling = new AbortController();
  let openKey: string | null = null;

  const fetchSelection = async (key: string, signal: AbortSignal): Promise<void> => {
    const { pullSelection } = await loadCode(() => import('./pull-selection.ts'));
    await pullSelection(app, key, signal);
  };
  const pull = (key: string): void => {
    pulling.abort();
    pulling = new AbortController();
    const { signal } = pulling;
    fetchSelection(key, signal)
      .catch((error: unknown) => {
        // Failed reads are empty lists (S3 8): what this device has stands.
        if (!signal.aborted && !(error instanceof AppError)) onError(error);
      })
      .finally(() => {
        if (!signal.aborted) selection.answeredFor = key;
      });
  };
  const follow = (): void => {
    if (project.key === openKey || project.status !== 'ready') return;
    openKey = project.key;
    if (openKey !== null) pull(openKey);
  };
  const stopProject = subscribe(project, follow);
  const stopOutbox = app.outbox.onEvent((event) => {
    if (event.row.work.kind !== 'sync-selection' || event.row.projectKey !== project.key) return;
    const { t } = app.texts();
    if (event.kind === 'stopped') app.toasts.show('error', t.selection.saveFailed, { cause: event.failure });
    const refusal = event.kind === 'sent' ? (event.value as SentSelection).refusal : null;
    if (refusal === null) return;
    const { material_selection: shown } = currentSettings(app).render_settings;
    if (isSameChoice(shown, refusal.refused)) putSelection(app, refusal.back);
    if (refusal.isMaximum) {
      app.toasts.show('warning', t.selection.maximumRefused, { area: 'maxMaterials' });
    } else app.toasts.show('error', t.selection.toggleFailed);
  });
  follow();
  return () => {
    pulling.abort();
    stopProject();
    stopOutbox();
    selection.answeredFor = null;
  };
}
