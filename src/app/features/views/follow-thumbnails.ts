import { subscribe } from 'valtio';
import type { ViewerClient } from '../../../workers/open-viewer.ts';
import type { App } from '../../core/app.ts';
import { addThumbnail, listUnpictured } from './add-thumbnail.ts';

/** No frame and no edit for so long: nobody is at work. */
const REST_MS = 2_000;

/**
 * Gives the saved views that came without a picture theirs, one whenever the stage rests: those of the sample, of older
 * versions and of other programs. One that cannot be taken is not tried again.
 *
 * @returns Function that stops.
 */
export function followThumbnails(app: App, viewer: ViewerClient): () => void {
  const { stage, views, project } = app.state;
  const tried = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isTaking = false;
  let isStopped = false;

  const rest = (): void => {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(() => void take(), REST_MS);
  };
  const isBusy = (): boolean =>
    isTaking ||
    stage.load !== null ||
    stage.pending > 0 ||
    stage.staged !== null ||
    stage.modelHash !== project.settings.model_hash ||
    views.movingTo !== null ||
    views.isSaving ||
    !app.outside.page.isVisible();
  const take = async (): Promise<void> => {
    if (stage.graphics !== 'ready' || stage.modelHash === null) return;
    const nameOf = (view: { readonly uuid: string; readonly timestamp: number }): string =>
      `${view.uuid} ${view.timestamp} ${stage.modelHash}`;
    const next = listUnpictured(app).find((view) => !tried.has(nameOf(view)));
    if (next === undefined) return;
    if (isBusy()) return rest();
    isTaking = true;
    try {
      if (!(await addThumbnail(app, next))) tried.add(nameOf(next));
    } finally {
      isTaking = false;
      rest();
    }
  };
  const stopEvents = viewer.onEvent(({ kind }) => {
    if (kind === 'frameDrawn') rest();
  });
  const stopProject = subscribe(project, rest);
  rest();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    stopEvents();
    stopProject();
  };
}
