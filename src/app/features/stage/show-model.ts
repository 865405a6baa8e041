import { AppError, isAbort } from '../../../contract/failure.ts';
import type { ContentHash } from '../../../contract/ids.ts';
import type { ViewerApi } from '../../../contract/viewer-api.ts';
import { loadCode } from '../../browser/load-code.ts';
import type { App } from '../../core/app.ts';
import { shownSettings } from '../../core/shown-settings.ts';
import { obtainModel } from '../../scene/obtain-model.ts';
import { stageAtFirst, stageLabels } from '../../scene/stage-dressings.ts';
import type { FailedLoad, ModelLoad } from '../../state/stage.ts';
import { describeDrawn } from './describe-import.ts';
import { isSceneLost } from './is-scene-lost.ts';
import { cameraAtFirst, placeCamera } from './place-camera.ts';
import { endLoad, showLoad } from './show-load.ts';

/**
 * Puts the project's model on the stage, dressed and seen as the project says. The old model stays until the new one
 * is ready; a model that cannot be shown leaves a card on the stage, with a shape in its place where the stage was empty,
 * and the project as it is (D5).
 *
 * @param hash Null empties the stage.
 */
export async function showModel(app: App, hash: ContentHash | null, signal: AbortSignal): Promise<void> {
  const viewer = app.viewer.current;
  const { stage, transform } = app.state;
  if (viewer === null) return;
  if (hash === null) {
    await viewer.api.show(null);
    transform.reported = null;
    stage.modelHash = null;
    stage.clips = [];
    stage.failed = null;
    if (!signal.aborted) endLoad(app);
    return;
  }
  const name = shownSettings(app).model_name ?? '';
  let isGone = false;
  try {
    const { row, glb } = await obtainModel(app, hash, signal, (step) => showLoad(app, step));
    // A newer model may have been found sooner.
    signal.throwIfAborted();
    const settings = shownSettings(app);
    const { model_normalisation: normalisation, render_settings } = settings;
    const card = { name: row.name, hash, phase: 'drawing', sizeBytes: row.sizeBytes } as const;
    showLoad(app, { ...card, progress: 70 });
    const dressings = await stageAtFirst(app, row, settings);
    const { staged: labels } = await stageLabels(app, render_settings.labels);
    signal.throwIfAborted();
    const loaded = await viewer.api.show({
      id: app.outside.randomUuid(),
      hash,
      glb,
      normalisation: normalisation ?? row.report.normalisation,
      modelTransform: render_settings.model_transform,
      upAxis: render_settings.up_axis,
      hiddenNodes: render_settings.hidden_nodes,
      variant: render_settings.variant,
      pose: render_settings.pose,
      camera: cameraAtFirst(app, hash),
      dressings,
      labels,
    });
    // Nobody has put this one anywhere.
    transform.reported = null;
    signal.throwIfAborted();
    showLoad(app, { ...card, progress: 90 });
    await placeCamera(app, viewer.api, hash);
    stage.modelHash = hash;
    stage.clips = loaded?.clips ?? [];
    stage.failed = null;
    for (const sentence of loaded ? describeDrawn(app.texts(), row.name, loaded) : []) {
      app.toasts.show('warning', sentence, { area: 'viewer' });
    }
  } catch (error) {
    if (isAbort(error)) return;
    if (isSceneLost(error)) {
      isGone = true;
      return;
    }
    if (!(error instanceof AppError)) throw error;
    if (!signal.aborted) {
      stage.failed = {
        name,
        failure: error.failure,
        ...originOf(stage.load),
        hasFallback: false,
        isClosed: false,
      };
      await standIn(app, viewer.api, signal);
    }
  } finally {
    // On a lost scene it is on its way again.
    if (!signal.aborted && !isGone) endLoad(app);
  }
}

/** An empty stage gets a plain shape, so that light and background are seen all the same (D5). */
async function standIn(app: App, api: ViewerApi, signal: AbortSignal): Promise<void> {
  const { stage } = app.state;
  if (stage.modelHash !== null) return;
  try {
    const { fallbackModel } = await loadCode(() => import('./fallback-model.ts'));
    signal.throwIfAborted();
    await api.show(fallbackModel(app.outside.randomUuid()));
    signal.throwIfAborted();
    await api.fitCamera(0);
    if (stage.failed !== null) stage.failed.hasFallback = true;
  } catch (error) {
    // The card says what matters; a scene that was lost comes here again.
    if (!isAbort(error) && !(error instanceof AppError)) throw error;
  }
}

function originOf(load: ModelLoad | null): Pick<FailedLoad, 'isUnfetched' | 'address'> {
  if (load === null || load.isImport) return { isUnfetched: false, address: null };
  return { isUnfetched: load.phase === 'fetching', address: load.address ?? null };
}
