import { subscribe } from 'valtio';
import { STAGE_BACKGROUND } from '../../../contract/constants.ts';
import { AppError } from '../../../contract/failure.ts';
import type { ProjectSettings } from '../../../contract/http/projects.ts';
import type { ViewerEvent } from '../../../contract/viewer-api.ts';
import type { ViewerClient } from '../../../workers/open-viewer.ts';
import type { App } from '../../app.ts';
import { currentSettings } from '../../edit-settings.ts';
import { isCancelled } from '../../is-cancelled.ts';
import { libraryQuery, loadLibraryImage } from '../../library.ts';
import { isSameValue } from '../../same-value.ts';
import { stageDressings } from '../../stage-dressings.ts';
import { adjustModel } from './adjust-model.ts';
import { showModel } from './show-model.ts';
import { watchLoad } from './watch-load.ts';

/** A followed scene. */
export interface SceneFollower {
  /** Gives up the model that is being loaded; the stage stays as it is, or takes back the import. */
  cancelLoad(): void;
  /** Shows everything again, after a failure. */
  retry(): void;
  stop(): void;
}

/**
 * Keeps the open viewer showing what the project's settings say: model, dressings, hidden parts, background and tone
 * mapping, each told only when it changed.
 *
 * @param onError Told about what is neither expected nor a cancellation.
 */
export function followScene(
  app: App,
  viewer: ViewerClient,
  onError: (error: unknown) => void,
): SceneFollower {
  let shown: ProjectSettings | null = null;
  let showing = new AbortController();
  let isStopped = false;

  const guard = (work: Promise<unknown>): void => {
    work.catch((error: unknown) => {
      if (isStopped || isCancelled(error)) return;
      if (error instanceof AppError) app.toasts.show('warning', describe(error), { area: 'viewer' });
      else onError(error);
    });
  };
  const describe = (error: AppError): string => {
    const sentence = app.texts().failures[error.failure.code] as (failure: AppError['failure']) => string;
    return sentence(error.failure);
  };
  const dress = async (settings: ProjectSettings): Promise<void> => {
    const { modelHash } = app.state.stage;
    const row = modelHash === null ? undefined : await app.db.run(() => app.db.models.get(modelHash));
    if (row === undefined) return;
    const { staged, missing } = await stageDressings(app, row, settings);
    await viewer.api.setDressings(staged);
    const { t, format } = app.texts();
    if (missing.length > 0)
      app.toasts.show('warning', t.stage.texturesMissing(format.list(missing)), { area: 'viewer' });
  };
  const backdrop = async (settings: ProjectSettings): Promise<void> => {
    const { background_id: id } = settings;
    const { background_gradient: gradient } = settings.render_settings;
    if (id === null && gradient !== null) {
      await viewer.api.setBackground({ kind: 'gradient', ...gradient });
      return;
    }
    if (id === null) {
      const colour = settings.background_color ?? STAGE_BACKGROUND;
      await viewer.api.setBackground({ kind: 'colour', colour });
      return;
    }
    const isWanted = (): boolean => currentSettings(app).background_id === id;
    try {
      const items = await app.queries.ensureQueryData(libraryQuery(app, 'background'));
      const item = items.find((candidate) => candidate.id === id);
      if (item === undefined) throw new AppError({ code: 'not-found' });
      const image = await loadLibraryImage(app, 'background', item.image_hash, item.image);
      if (isWanted()) await viewer.api.setBackground({ kind: 'image', image });
    } catch (error) {
      // What cannot be had leaves the stage's own grey (S3 4), not the picture before it.
      if (isWanted()) await viewer.api.setBackground({ kind: 'colour', colour: STAGE_BACKGROUND });
      throw error;
    }
  };
  const show = async (settings: ProjectSettings): Promise<void> => {
    showing.abort();
    showing = new AbortController();
    const { signal } = showing;
    await showModel(app, settings.model_hash, signal);
    if (signal.aborted || app.state.stage.modelHash === null) return;
    // What was changed while it loaded was told to the model before it.
    const now = currentSettings(app);
    await adjustModel(app, viewer.api, settings, now);
    await dress(now);
  };
  const update = (): void => {
    if (app.state.project.status !== 'ready') return;
    const next = currentSettings(app);
    const before = shown;
    shown = next;
    const changed = (field: keyof ProjectSettings): boolean =>
      before === null || !isSameValue(before[field], next[field]);
    const look = next.render_settings;
    const oldLook = before?.render_settings;
    const hasOtherGradient = !isSameValue(oldLook?.background_gradient, look.background_gradient);
    if (changed('background_id') || changed('background_color') || hasOtherGradient) guard(backdrop(next));
    if (oldLook?.lighting !== look.lighting) guard(viewer.api.setLighting(look.lighting));
    if (oldLook?.shadow_intensity !== look.shadow_intensity) {
      guard(viewer.api.setShadow(look.shadow_intensity));
    }
    if (oldLook?.tone_mapping !== look.tone_mapping || oldLook.exposure !== look.exposure) {
      guard(viewer.api.setToneMapping(look.tone_mapping, look.exposure));
    }
    if (before === null || changed('model_hash')) guard(show(next));
    else {
      if (changed('model_materials')) guard(dress(next));
      guard(adjustModel(app, viewer.api, before, next));
    }
  };
  const showAgain = (): void => {
    shown = null;
    update();
  };
  const listen = (event: ViewerEvent): void => {
    const { stage } = app.state;
    if (event.kind === 'partPicked') stage.picked = event.hit;
    else if (event.kind === 'partHovered') stage.hovered = event.hit;
    else if (event.kind === 'environmentFailed') {
      app.toasts.show('info', app.texts().t.light.environmentFailed, { area: 'viewer' });
    } else if (event.kind === 'needsScene') {
      stage.graphics = 'ready';
      showAgain();
    } else if (event.kind === 'loadProgressed' && stage.load?.isImport === false) {
      stage.load.progress = Math.max(stage.load.progress, 70 + event.fraction * 20);
    } else if (event.kind === 'fatal') {
      stage.graphics = 'failed';
      stage.graphicsReason = event.reason;
    }
  };
  const stopWatch = watchLoad(app);
  const stopEvents = viewer.onEvent(listen);
  const stopSettings = subscribe(app.state.project, update);
  guard(
    viewer.graphics().then(() => {
      app.state.stage.graphics = 'ready';
    }),
  );
  update();
  return {
    cancelLoad() {
      showing.abort();
      const { stage, project } = app.state;
      stage.load = null;
      const isImport = app.commands.undoLabel() === app.texts().t.stage.undoModel;
      if (stage.modelHash !== project.settings.model_hash && isImport) app.commands.undo();
    },
    retry() {
      const { stage } = app.state;
      stage.failed = null;
      if (stage.graphics !== 'failed') {
        showAgain();
        return;
      }
      stage.graphics = 'starting';
      viewer.restart();
    },
    stop() {
      isStopped = true;
      showing.abort();
      stopWatch();
      stopEvents();
      stopSettings();
    },
  };
}
