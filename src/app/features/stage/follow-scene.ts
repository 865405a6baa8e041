import { subscribe } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import { AppError } from '../../../contract/failure.ts';
import type { ProjectSettings } from '../../../contract/http/projects.ts';
import type { FloorSettings } from '../../../contract/scene/floor.ts';
import { copyFloor } from '../../../contract/scene/floor-defaults.ts';
import type { ViewerEvent } from '../../../contract/viewer-events.ts';
import type { ViewerClient } from '../../../workers/open-viewer.ts';
import { isCancelled } from '../../browser/expected-errors.ts';
import type { App } from '../../core/app.ts';
import { shownSettings } from '../../core/shown-settings.ts';
import { classifyFailure } from '../../data/classify-failure.ts';
import { lightOf } from '../../model/stage-light.ts';
import { stageDressings, stageLabels } from '../../scene/stage-dressings.ts';
import { describeFailure } from '../../texts/describe-failure.ts';
import { isSameValue } from '../../values/same-value.ts';
import { adjustModel } from './adjust-model.ts';
import { isSceneLost } from './is-scene-lost.ts';
import { showBackground } from './show-background.ts';
import { openEnvironmentShow } from './show-environment.ts';
import { showModel } from './show-model.ts';
import { showStyle } from './show-style.ts';
import { cancelStep, stepBack } from './step-back.ts';
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
 * Keeps the open viewer showing what the project's settings say, or what is staged instead: model, dressings, hidden
 * parts, background, style, tone mapping and the picture's frame, each told only when it changed.
 *
 * @param onError Told about what is neither expected nor a cancellation.
 */
export function followScene(
  app: App,
  viewer: ViewerClient,
  onError: (error: unknown) => void,
): SceneFollower {
  let shown: ProjectSettings | null = null;
  /** The project it is of: another one is shown whole, also where its model is the same. */
  let shownKey: string | null = null;
  let showing = new AbortController();
  /** Counts lost scenes: what began before the last one says nothing about what stands now. */
  let losses = 0;
  /** Counts dressings: textures of an older one may come later. */
  let dressing = 0;
  /** The same of labels. */
  let labelling = 0;
  /** The same of backgrounds, and of styles: what is missing is said by the last one. */
  let backing = 0;
  let tinting = 0;
  /** Files that the stage goes without. */
  const lacks = { background: false, style: false, textures: false, labels: false };
  const surroundings = openEnvironmentShow(app, viewer.api);
  /** Work of this follower that the stage waits for. */
  let pending = 0;
  let isStopped = false;

  const guard = (work: Promise<unknown>): void => {
    const { stage } = app.state;
    const loss = losses;
    pending += 1;
    stage.pending = pending;
    work
      .catch((error: unknown) => {
        if (isStopped || isCancelled(error) || isSceneLost(error)) return;
        if (error instanceof AppError) {
          app.toasts.show('warning', describeFailure(app.texts(), error.failure), {
            area: 'viewer',
            cause: error,
          });
        } else onError(error);
      })
      .finally(() => {
        // A lost scene may never answer, and is waited for no more; nor is one whose page somebody else has now.
        if (loss !== losses || isStopped) return;
        pending -= 1;
        stage.pending = pending;
      });
  };
  /** @param isKnown True when it has been said what is missing. */
  const dress = async (settings: ProjectSettings, isKnown = false): Promise<void> => {
    const { modelHash } = app.state.stage;
    const turn = ++dressing;
    const row = modelHash === null ? undefined : await app.db.run(() => app.db.models.get(modelHash));
    if (row === undefined) return;
    const { staged, missing } = await stageDressings(app, row, settings);
    if (turn !== dressing) return;
    lacks.textures = missing.length > 0;
    await viewer.api.setDressings(staged);
    const { t, format } = app.texts();
    if (missing.length > 0 && !isKnown)
      app.toasts.show('warning', t.stage.texturesMissing(format.list(missing)), { area: 'viewer' });
  };
  const label = async (settings: ProjectSettings, isKnown = false): Promise<void> => {
    const turn = ++labelling;
    const { staged, missing } = await stageLabels(app, settings.render_settings.labels);
    if (turn !== labelling) return;
    lacks.labels = missing.length > 0;
    await viewer.api.setLabels(staged);
    const { t, format } = app.texts();
    if (missing.length > 0 && !isKnown)
      app.toasts.show('warning', t.stage.labelsMissing(format.list(missing)), { area: 'viewer' });
  };
  const back = async (settings: ProjectSettings, isKnown = false): Promise<void> => {
    const turn = ++backing;
    const isLacking = await showBackground(app, viewer.api, settings, isKnown);
    if (turn === backing) lacks.background = isLacking;
  };
  const tint = async (settings: ProjectSettings): Promise<void> => {
    const turn = ++tinting;
    const isLacking = await showStyle(app, viewer.api, settings);
    if (turn === tinting) lacks.style = isLacking;
  };
  /** The scene that was lost is back, or what is missing of it has been said. */
  const standAgain = (): void => {
    const { stage } = app.state;
    if (stage.graphics !== 'lost') return;
    stage.graphics = 'ready';
    if (stage.failed !== null) stage.modelHash = null;
  };
  const show = async (settings: ProjectSettings): Promise<void> => {
    showing.abort();
    showing = new AbortController();
    const { signal } = showing;
    const loss = losses;
    await showModel(app, settings.model_hash, signal);
    if (signal.aborted || loss !== losses) return;
    if (app.state.stage.failed !== null) {
      if (signal.aborted || stepBack(app)) return;
    }
    standAgain();
    if (app.state.stage.modelHash === null) return;
    // What was changed while it loaded was told to the model before it.
    const now = shownSettings(app);
    await adjustModel(app, viewer.api, settings, now);
    if (loss === losses) await Promise.all([dress(now), label(now)]);
  };
  const update = (): void => {
    if (app.state.project.status !== 'ready') return;
    const next = shownSettings(app);
    const { key } = app.state.project;
    const before = key === shownKey ? shown : null;
    shown = next;
    shownKey = key;
    const changed = (field: keyof ProjectSettings): boolean =>
      before === null || !isSameValue(before[field], next[field]);
    const look = next.render_settings;
    const oldLook = before?.render_settings;
    const hasOtherGradient = !isSameValue(oldLook?.background_gradient, look.background_gradient);
    const isOtherBackground =
      changed('background_id') || changed('background_color') || changed('background_fidelity');
    if (isOtherBackground || hasOtherGradient) guard(back(next));
    if (changed('style_id') || changed('style_strength')) guard(tint(next));
    if (oldLook?.width !== look.width || oldLook.height !== look.height) {
      guard(viewer.api.setPictureSize(look.width, look.height));
    }
    if (before === null || !isSameValue(lightOf(before), lightOf(next)))
      guard(viewer.api.setLighting(lightOf(next)));
    if (before === null || !isSameValue(oldLook?.file_lights, look.file_lights))
      guard(viewer.api.setFileLights({ ...look.file_lights }));
    if (before === null || !isSameValue(oldLook?.environment ?? null, look.environment ?? null))
      guard(surroundings.show(look.environment ?? null));
    if (oldLook?.shadow_intensity !== look.shadow_intensity) {
      guard(viewer.api.setShadow(look.shadow_intensity));
    }
    if (before === null || !isSameValue(floorOf(before), floorOf(next)))
      guard(viewer.api.setFloor(floorOf(next)));
    if (oldLook?.tone_mapping !== look.tone_mapping || oldLook.exposure !== look.exposure) {
      guard(viewer.api.setToneMapping(look.tone_mapping, look.exposure));
    }
    // A colourway is another way to read the file.
    if (before === null || changed('model_hash') || oldLook?.variant !== look.variant) guard(show(next));
    else {
      if (changed('model_materials')) guard(dress(next));
      if (!isSameValue(oldLook?.labels, look.labels)) guard(label(next));
      guard(adjustModel(app, viewer.api, before, next));
    }
  };
  const showAgain = (): void => {
    shown = null;
    surroundings.forget();
    update();
  };
  /** The server is reached again: what could not be fetched for want of it comes by itself. */
  const fetchAgain = (): void => {
    const { stage, project } = app.state;
    if (app.reachability.connection() !== 'online' || project.status !== 'ready') return;
    if (stage.graphics === 'failed') return;
    if (stage.failed?.isUnfetched && classifyFailure(stage.failed.failure) !== 'dead') {
      stage.failed = null;
      showAgain();
    } else {
      const settings = shownSettings(app);
      if (lacks.background) guard(back(settings, true));
      if (lacks.style) guard(tint(settings));
      if (surroundings.isLacking)
        guard(surroundings.show(settings.render_settings.environment ?? null, true));
      if (lacks.textures) guard(dress(settings, true));
      if (lacks.labels) guard(label(settings, true));
    }
  };
  const listen = (event: ViewerEvent): void => {
    const { stage } = app.state;
    if (event.kind === 'partPicked') {
      if (app.state.labels.waiting === null) stage.picked = event.hit;
    } else if (event.kind === 'partHovered') stage.hovered = event.hit;
    else if (event.kind === 'sceneLost') {
      losses += 1;
      dressing += 1;
      labelling += 1;
      stage.graphics = 'lost';
      stage.pending = pending = 0;
      stage.hovered = stage.hoveredView = null;
    } else if (event.kind === 'needsScene') {
      showAgain();
      if (app.state.project.status !== 'ready') standAgain();
    } else if (event.kind === 'loadProgressed' && stage.load !== null) {
      const { isImport, phase } = stage.load;
      if (isImport && phase !== 'drawing') return;
      const progress = isImport ? 45 + event.fraction * 15 : 70 + event.fraction * 20;
      stage.load.progress = Math.max(stage.load.progress, progress);
    } else if (event.kind === 'fatal') {
      stage.graphics = 'failed';
      stage.graphicsReason = event.reason;
    }
  };
  const stopWatch = watchLoad(app);
  const stopEvents = viewer.onEvent(listen);
  const stopRecovery = app.reachability.onRecovered(fetchAgain);
  const stopSettings = subscribe(app.state.project, update);
  // At once: whoever stages something waits for what it sets going.
  const stopStaged = subscribeKey(app.state.stage, 'staged', update, true);
  guard(
    viewer.graphics().then(() => {
      if (losses === 0) app.state.stage.graphics = 'ready';
    }),
  );
  update();
  return {
    cancelLoad() {
      showing.abort();
      const { stage } = app.state;
      stage.load = null;
      cancelStep(app);
      // Nothing stands there to stay.
      if (stage.graphics === 'lost') stage.modelHash = null;
      standAgain();
    },
    retry() {
      app.state.stage.failed = null;
      if (app.state.stage.graphics === 'failed') viewer.restart();
      else showAgain();
    },
    stop() {
      isStopped = true;
      app.state.stage.pending = 0;
      showing.abort();
      stopWatch();
      stopEvents();
      stopRecovery();
      stopSettings();
      stopStaged();
    },
  };
}

/** A part of another model counts as none. */
function floorOf({ render_settings: { floor }, model_hash }: ProjectSettings): FloorSettings {
  const { stand } = floor;
  const isForeign = stand.kind === 'part' && stand.modelHash !== model_hash;
  return isForeign ? { ...floor, stand: { kind: 'auto' } } : copyFloor(floor);
}
